import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '@refbench/contracts';
import { readImageDefinitions, resolveBuildNetwork } from '@refbench/env-builder';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { addInstance } from './add-instance.ts';
import { stateDir } from './bench.testkit.ts';
import { buildEnvironment, type EnvironmentBuild } from './build-environment.ts';
import { selectInstances } from './instance-catalog.ts';
import type { Workspace } from './workspace.ts';

/** The first build makes base images, too. */
const LONG_MS = 900_000;

type Files = Readonly<Record<string, string>>;

let engine: Engine;
let folder: string;
let workspace: Workspace;
beforeAll(async () => {
  engine = await connectEngine({ stateDir: stateDir() });
  folder = await mkdtemp(join(tmpdir(), 'refbench-autodetect-'));
  workspace = {
    instancesDir: join(folder, 'instances'),
    rulesDir: join(folder, 'rules'),
    runsDir: join(folder, 'runs'),
    stateDir: stateDir(),
    mirror: join(folder, 'mirror/{owner}/{name}'),
  };
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await engine[Symbol.asyncDispose]();
});

/** A repository of two commits in the mirror, added as an instance and built. */
async function build(name: string, base: Files, golden: Files): Promise<EnvironmentBuild> {
  const repository = join(folder, 'mirror/fixture', name);
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@localhost', ...args], {
      cwd: repository,
      encoding: 'utf8',
    });
  await mkdir(repository, { recursive: true });
  git('init', '--quiet');
  for (const files of [base, golden]) {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(repository, path)), { recursive: true });
      await writeFile(join(repository, path), text);
    }
    git('add', '--all');
    git('commit', '--quiet', '--message=commit');
  }
  const signal = new AbortController().signal;
  const added = await addInstance({
    workspace,
    repository: `fixture/${name}`,
    golden: git('rev-parse', 'HEAD').trim(),
    signal,
  });
  const [entry] = await selectInstances(workspace, [added.instance.id]);
  if (entry === undefined) throw new Error('the instance was not written');
  return await buildEnvironment({
    workspace,
    engine,
    entry,
    build: {
      stateDir: workspace.stateDir,
      network: await resolveBuildNetwork(),
      definitions: await readImageDefinitions(),
    },
    limits: DEFAULT_LIMITS.grade,
    run: 'autodetect-test',
    signal,
    onProgress: () => undefined,
  });
}

const manifest = JSON.stringify({
  name: 'sums',
  engines: { node: '22' },
  scripts: { test: 'node --test test/*.test.js' },
});

/** A test file with so many tests; every tenth fails. */
function testFile(count: number): string {
  return `const { test } = require('node:test');
for (let n = 1; n <= ${count}; n += 1) test('sum ' + n, () => { if (n % 10 === 0) throw new Error('ten'); });
`;
}

const lock = JSON.stringify({
  name: 'sums',
  lockfileVersion: 3,
  requires: true,
  packages: { '': { name: 'sums', engines: { node: '22' } } },
});

const project = {
  'package.json': manifest,
  'package-lock.json': lock,
  '.gitignore': 'node_modules\n',
};

test(
  'a draft is written, built and admitted; the recipe is complete by itself',
  async () => {
    const result = await build(
      'sums',
      { ...project, 'index.js': '1;\n', 'test/a.test.js': testFile(12) },
      { 'index.js': '2;\n', 'test/b.test.js': testFile(3) },
    );
    expect(result).toMatchObject({ kind: 'admitted', mends: [] });
    const runs = result.kind === 'admitted' ? result.check.observation.runs : [];
    const counts = runs.map(({ state, run }) => [state, run.kind === 'counted' && run.counts]);
    expect(counts.slice(0, 2)).toEqual([
      ['base', { passed: 11, failed: 1, skipped: 0, total: 12 }],
      ['golden', { passed: 14, failed: 1, skipped: 0, total: 15 }],
    ]);
    const [entry] = await selectInstances(workspace, ['fixture__sums-*']);
    expect(entry?.instance.environment).toMatchObject({
      base_image: 'node-22',
      manifests: ['package-lock.json', 'package.json'],
    });
    const text = await readFile(join(entry?.dir ?? '', 'environment/run_tests'), 'utf8');
    expect(text).toContain('node --test --test-reporter=tap');
  },
  LONG_MS,
);

test(
  'too few tests are a reason with a mend; no runner is another',
  async () => {
    const small = await build(
      'small',
      { ...project, 'index.js': '1;\n', 'test/a.test.js': testFile(3) },
      { 'index.js': '2;\n' },
    );
    expect(small).toMatchObject({ kind: 'rejected' });
    const reasons = small.kind === 'rejected' ? small.reasons : [];
    expect(reasons.map(({ what }) => what)).toEqual([
      '3 tests on base; at least 10 are needed',
      '3 tests on golden; at least 10 are needed',
    ]);
    const none = await build(
      'none',
      { 'package.json': '{"scripts":{"test":"echo"}}', 'index.js': '1;\n' },
      { 'index.js': '2;\n' },
    );
    expect(none).toMatchObject({
      kind: 'unsupported',
      unsupported: { reason: 'no test runner is known from package.json' },
    });
  },
  LONG_MS,
);
