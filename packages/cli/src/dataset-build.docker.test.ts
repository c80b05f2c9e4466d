import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordTaskReview, writeTaskTexts } from '@refbench/tasks';
import { git, writeRepository, type Files } from '@refbench/test-helpers';
import { connectEngine } from '@refbench/sandbox';
import { expect, test } from 'vitest';
import { refbench, temporaryFolder } from './command.testkit.ts';
import { MIT_LICENCE } from './mit-licence.testkit.ts';

const SHAPES = ['circle', 'square', 'oval', 'star', 'kite', 'rhombus', 'cube', 'cone'];

/** A library of which every module and test measures shapes, before or after the refactoring. */
function library(measure: (shape: string, what: string) => string, helper: string): Files {
  const modules = SHAPES.map((shape) => [
    `lib/${shape}.js`,
    `import { read } from './measure.js';\n\nexport function ${shape}(size) {\n  const area = ${measure(shape, 'area')};\n  const edge = ${measure(shape, 'edge')};\n  return area + edge;\n}\n`,
  ]);
  const tests = SHAPES.map((shape) => [
    `test/${shape}.test.js`,
    `import { test } from 'node:test';\nimport assert from 'node:assert';\nimport { ${shape} } from '../lib/${shape}.js';\n\ntest('${shape} of two', () => assert.equal(${shape}(2), 12));\ntest('${shape} of three', () => assert.equal(${shape}(3), 21));\n`,
  ]);
  return {
    LICENSE: MIT_LICENCE,
    'lib/measure.js': helper,
    '.gitignore': 'node_modules\n',
    'package.json': JSON.stringify({
      name: 'shapes',
      version: '1.0.0',
      type: 'module',
      license: 'MIT',
      engines: { node: '>=22' },
      scripts: { test: 'node --test' },
    }),
    ...Object.fromEntries([...modules, ...tests]),
  };
}

const BASE = library(
  (shape, what) => `read('${shape}', '${what}', size, null, true)`,
  "export function read(shape, what, size, unit, exact) {\n  return what === 'area' ? size * size : 4 * size;\n}\n",
);
const GOLDEN = library(
  (shape, what) => `read(size).${what}({ shape: '${shape}' })`,
  'export function read(size) {\n  return { area: () => size * size, edge: () => 4 * size };\n}\n',
);

const INSTRUCTED = `# Measure shapes with named methods

The function \`read\` takes five arguments, of which callers always pass the same two. Let \`read(size)\` in \`lib/measure.js\` return an object with the methods \`area\` and \`edge\`, which take an object with the name of the shape. Use it in every module of \`lib\`. Results stay as they are.
`;

test('takes a candidate to an admitted instance, though it is killed on the way', async () => {
  await using folder = await temporaryFolder();
  const at = (path: string): string => join(folder.path, path);
  const { base, golden } = await writeRepository(folder.path, { base: BASE, golden: GOLDEN });
  git(folder.path, ['clone', '--quiet', '--bare', 'repository', at('mirror/someone/shapes.git')]);
  const id = `someone__shapes-${base.slice(0, 8)}`;
  await writeFile(
    at('candidates.jsonl'),
    [
      { repository: 'someone/absent', golden: '0'.repeat(40) },
      { repository: 'someone/shapes', golden },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  await writeTaskTexts(
    at(`texts/${id}`),
    { instructed: INSTRUCTED, open: 'Tidy up measuring' },
    false,
  );
  for (const track of ['instructed', 'open'] as const) {
    const review = { by: 'A person', at: '2026-01-01', notes: 'compared with both commits' };
    await recordTaskReview(at(`texts/${id}`), track, review);
  }
  const places = [
    '--instances-dir',
    at('instances'),
    '--rules-dir',
    at('rules'),
    '--state-dir',
    at('state'),
    '--mirror',
    at('mirror'),
  ];
  const command = ['dataset', 'build', '--want', '1', '--folder', at('build'), '--json', ...places];
  command.push('--faults-wanted', '1');
  const build = [...command, '--candidates', at('candidates.jsonl'), '--texts', at('texts')];

  const killed = await refbench(build, {
    onErrorLine: (line) => (line.includes('  rules: ') ? 'SIGKILL' : undefined),
  });
  expect(killed.code, killed.stderr).toBeNull();
  const { code, stdout, stderr } = await refbench(build);
  expect(code, stderr).toBe(0);
  expect(stderr).not.toContain('  texts: ');
  const funnel: unknown = JSON.parse(stdout);
  expect(funnel).toMatchObject({ candidates: 2, admitted: [id], untouched: 0 });
  expect(stdout).toContain('someone/absent');

  const check = ['instance', 'check', id, '--static', '--json', ...places];
  const admitted = await refbench(check);
  expect(JSON.parse(admitted.stdout)).toMatchObject({ admitted: true, record: 'admitted' });
  const record = await readFile(at(`instances/${id}/admission.json`), 'utf8');
  for (const gate of ['golden', 'nop', 'tricks', 'baseline', 'coverage']) {
    expect(record).toContain(gate);
  }
  for (const file of ['coverage.json', 'faults.json']) {
    const measured: unknown = JSON.parse(await readFile(at(`instances/${id}/${file}`), 'utf8'));
    expect(measured).toMatchObject({ instance: id });
  }

  await writeFile(at(`instances/${id}/task.open.md`), 'Clean up measuring\n');
  const changed = await refbench(check);
  expect(changed.code).toBe(7);
  expect(JSON.parse(changed.stdout)).toMatchObject({ admitted: false, record: 'void' });

  await using engine = await connectEngine({ stateDir: at('state') });
  expect(await engine.sweep({ dryRun: true })).toMatchObject({ loopFiles: [] });
}, 900_000);
