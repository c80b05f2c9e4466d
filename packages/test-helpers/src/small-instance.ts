import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeRepository, type Files } from './git-fixture.ts';

const BUNDLED = fileURLToPath(
  new URL('../../../instances/refbench__tally-6637120b', import.meta.url),
);

/** An instance with its rules, and the folders that hold nothing else. */
export interface SmallInstance {
  readonly id: string;
  readonly instancesDir: string;
  readonly rulesDir: string;
}

const NAMES = ['plus', 'twice', 'most'] as const;

/** A library of three functions, before and after they take a list in the place of two numbers. */
function library(call: (name: string) => string, parameters: string, first: string): Files {
  const bodies = { plus: `a + b`, twice: `2 * (a + b)`, most: `Math.max(a, b)` };
  const sources = NAMES.map((name) => [
    `src/${name}.ts`,
    `export function ${name}(${parameters}): number {\n  ${first}return ${bodies[name]};\n}\n`,
  ]);
  const expected = { plus: 3, twice: 6, most: 2 };
  const tests = NAMES.map((name) => [
    `test/${name}.test.ts`,
    `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ${name} } from '../src/index.ts';

test('${name} of one and two', () => {
  assert.equal(${call(name)}, ${expected[name]});
});
for (let n = 1; n <= 4; n += 1) {
  test('${name} exists ' + n, () => {
    assert.equal(typeof ${name}, 'function');
  });
}
`,
  ]);
  return {
    'package.json': '{"name":"sums","version":"1.0.0","type":"module","license":"MIT"}\n',
    '.gitignore': 'node_modules/\ndist/\n',
    'src/index.ts': NAMES.map((name) => `export { ${name} } from './${name}.ts';\n`).join(''),
    ...Object.fromEntries([...sources, ...tests]),
  };
}

/** A shell script that refactors some of the functions like golden, with their tests. */
export function smallRefactoring(names: readonly (typeof NAMES)[number][]): string {
  const signature = 's/(a: number, b: number)/(pair: readonly [number, number])/';
  const body = 's/  return/  const [a, b] = pair;\\n  return/';
  const lines = names.flatMap((name) => [
    `sed -i '${signature}; ${body}' src/${name}.ts`,
    `sed -i 's/${name}(1, 2)/${name}([1, 2])/' test/${name}.test.ts`,
  ]);
  return `${lines.join('\n')}\n`;
}

const BASE = library((name) => `${name}(1, 2)`, 'a: number, b: number', '');
const GOLDEN = library(
  (name) => `${name}([1, 2])`,
  'pair: readonly [number, number]',
  'const [a, b] = pair;\n  ',
);

const RULES: Readonly<Record<string, string>> = {
  'additive/pair.yml':
    "id: pair\nlanguage: TypeScript\nmessage: A pair is taken apart.\nrule: { pattern: 'const [a, b] = pair' }\n",
  'additive/list-argument.yml':
    "id: list-argument\nlanguage: TypeScript\nmessage: A list is passed.\nrule: { pattern: 'assert.equal($F([$A, $B]), $C)' }\n",
  'reductive/two-arguments.yml':
    "id: two-arguments\nlanguage: TypeScript\nmessage: Two numbers are passed.\nrule: { pattern: 'assert.equal($F($A, $B), $C)' }\n",
};

/**
 * Writes a complete instance whose suite takes a fraction of a second, for tests that do not depend on
 * what is refactored. Its recipe is that of the bundled instance. Its commits are always the same, so
 * all tests share one image and one baseline.
 */
export async function writeSmallInstance(folder: string): Promise<SmallInstance> {
  const commits = await writeRepository(folder, { base: BASE, golden: GOLDEN });
  const id = `refbench__sums-${commits.base.slice(0, 8)}`;
  const instancesDir = join(folder, 'instances');
  const rulesDir = join(folder, 'rules');
  const directory = join(instancesDir, id);
  await mkdir(directory, { recursive: true });
  await rename(join(folder, 'repository'), join(directory, 'repository'));
  await cp(join(BUNDLED, 'environment'), join(directory, 'environment'), { recursive: true });
  const instance = {
    schema: 1,
    id,
    repository: { name: 'refbench/sums', path: 'repository' },
    ...commits,
    language: 'typescript',
    category: 'api-rename',
    licence: 'MIT',
    provenance: 'made for tests',
    environment: {
      base_image: 'node-slim-22',
      manifests: [],
      test_timeout_seconds: 300,
      suite: { counter: 1, format: 'mocha-json', reports: ['tests.json'] },
    },
    dependencies_of_golden: [],
  };
  const files: Readonly<Record<string, string>> = {
    [join(directory, 'instance.yaml')]: JSON.stringify(instance),
    [join(directory, 'faults.json')]: await faultsOf(id),
    [join(directory, 'task.instructed.md')]: 'Let the functions take a pair of numbers.\n',
    [join(directory, 'task.open.md')]: 'Tidy up the parameters.\n',
    ...Object.fromEntries(
      Object.entries(RULES).map(([name, text]) => [join(rulesDir, id, name), text]),
    ),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return { id, instancesDir, rulesDir };
}

/** What `calibrate --faults` finds: each function has one test that examines what it returns. */
async function faultsOf(id: string): Promise<string> {
  const bundled = JSON.parse(await readFile(join(BUNDLED, 'faults.json'), 'utf8')) as {
    readonly recipe: string;
  };
  const names = NAMES.toSorted();
  return JSON.stringify({
    schema: 1,
    instance: id,
    // The recipes are the same.
    recipe: bundled.recipe,
    tool: 'refbench/0.1.0',
    tried: names.length,
    test_ids: names.map((name) => `test/${name}.test.ts > ${name} of one and two`),
    faults: names.map((name, test) => ({
      name,
      path: `src/${name}.ts`,
      tests: [test],
      sometimes: [],
    })),
  });
}
