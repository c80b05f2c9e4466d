import { expect, test } from 'vitest';
import type { PlantedFaults } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import type { FileFunctions } from '@refbench/rule-engine';
import { candidates } from './candidates.ts';
import { chooseFaults, fittingFaults, narrowestFault } from './choose-faults.ts';
import { judgeFaults } from './judge-faults.ts';
import { locateFault } from './locate-faults.ts';
import type { TreeFunction } from './source-functions.ts';
import { isTestPath } from '@refbench/code-facts';
import { isSourcePath } from './source-paths.ts';

const FILE = { path: '', language: 'TypeScript', text: '', functions: [] } as FileFunctions;

function functions(...places: string[]): readonly TreeFunction[] {
  return places.map((place, at) => {
    const [path = '', name = ''] = place.split(' ');
    return { name, path, file: FILE, found: { name, entry: { kind: 'block', at }, faults: [] } };
  });
}

const placesOf = (found: readonly TreeFunction[]): readonly string[] =>
  found.map(({ path, name }) => `${path} ${name}`);

test('a function is found in its file, in another one, and in another class', () => {
  const fault = { name: 'Money.add', path: 'src/money.ts' };
  const find = (...places: string[]): readonly string[] =>
    placesOf(locateFault(fault, functions(...places)));
  expect(find('src/money.ts Money.add', 'src/other.ts Money.add')).toEqual([
    'src/money.ts Money.add',
  ]);
  expect(find('src/x.ts Money.add', 'src/x.ts Money.sub')).toEqual(['src/x.ts Money.add']);
  expect(find('src/x.ts Money.add', 'src/x.ts Money.add')).toHaveLength(2); // overloads
  expect(find('src/x.ts Amount.add')).toEqual(['src/x.ts Amount.add']);
});

test('an ambiguous function is not found', () => {
  const fault = { name: 'Money.add', path: 'src/money.ts' };
  expect(locateFault(fault, functions('a.ts Money.add', 'b.ts Money.add'))).toEqual([]);
  expect(locateFault(fault, functions('a.ts A.add', 'a.ts B.add'))).toEqual([]);
  expect(locateFault(fault, functions('src/money.ts Money.sub'))).toEqual([]);
});

test('candidates exist in both states, and the seed determines their order', () => {
  const base = functions('a.ts f', 'a.ts g', 'b.ts h', 'b.ts gone');
  const golden = functions('a.ts f', 'c.ts g', 'b.ts h');
  const found = candidates(base, golden, 'seed').map(({ name }) => name);
  expect(found.toSorted()).toEqual(['f', 'g', 'h']);
  expect(candidates(base, golden, 'seed').map(({ name }) => name)).toEqual(found);
});

const IDS = Array.from({ length: 20 }, (_, index) => `t${index}`);

const faults: PlantedFaults = {
  schema: 1,
  instance: 'a__b-00000000',
  recipe: digestOf('recipe'),
  tool: 'test',
  tried: 4,
  test_ids: IDS,
  faults: [
    { name: 'wide', path: 'a.ts', tests: [0, 1, 2, 3, 4, 5, 6, 7], sometimes: [8, 9] },
    { name: 'narrow', path: 'a.ts', tests: [10], sometimes: [] },
    { name: 'other', path: 'b.ts', tests: [11, 12], sometimes: [] },
    { name: 'gone', path: 'b.ts', tests: [13], sometimes: [] },
  ],
};

const all = new Set(IDS);
const present = functions('a.ts wide', 'a.ts narrow', 'moved.ts other');

test('a fault fits if its function and one of its tests still exist', () => {
  const fitting = fittingFaults(faults, present, all);
  expect(fitting.map(({ name }) => name)).toEqual(['wide', 'narrow', 'other']);
  expect(narrowestFault(fitting)?.name).toBe('narrow');
  const withoutTests = new Set(IDS.filter((id) => id !== 't10'));
  expect(fittingFaults(faults, present, withoutTests).map(({ name }) => name)).toEqual([
    'wide',
    'other',
  ]);
});

test('faults that are planted together do not affect half of the tests', () => {
  const fitting = fittingFaults(faults, present, all);
  for (let seed = 0; seed < 20; seed += 1) {
    const chosen = chooseFaults(fitting, 20, String(seed));
    const reached = new Set(chosen.flatMap(({ reach }) => [...reach]));
    expect(chosen.length).toBeGreaterThanOrEqual(1);
    expect(chosen.length === 1 || reached.size <= 10).toBe(true);
  }
});

test.each([
  ['all of the right tests', ['t10', 't11', 't12'], 'noticed'],
  ['most of them, and some others', ['t10', 't11', 't0', 't1'], 'noticed'],
  ['none', [], 'not-noticed'],
  ['none of the right ones', ['t0', 't1'], 'not-noticed'],
  ['every test', IDS, 'indiscriminate'],
] as const)('a suite that fails in %s is judged', (_name, failing, judgement) => {
  const planted = fittingFaults(faults, present, all).filter(({ name }) => name !== 'wide');
  expect(judgeFaults(planted, all, new Set(failing))).toBe(judgement);
});

test('detecting only a few of the expected tests is not enough', () => {
  const planted = fittingFaults(faults, present, all).filter(({ name }) => name === 'wide');
  expect(judgeFaults(planted, all, new Set(['t0', 't1', 't2']))).toBe('unclear');
  expect(judgeFaults(planted, all, new Set(['t0', 't1', 't2', 't3']))).toBe('noticed');
});

test.each([
  ['test/a.test.ts', true, false],
  ['src/a.spec.tsx', true, false],
  ['pkg/store_test.go', true, false],
  ['tests/conftest.py', true, false],
  ['src/test/java/a/FooTest.java', true, false],
  ['src/latest.ts', false, true],
  ['src/contest.py', false, true],
  ['src/edit.ts', false, true],
  ['node_modules/x/index.js', false, false],
  ['.hidden/a.ts', false, false],
  ['lib/x.min.js', false, false],
  ['examples/a.go', false, false],
  ['examples/a/src/main/java/a/A.java', false, false],
  ['a/src/main/java/com/example/build/A.java', false, true],
])('%s: test %s, source %s', (path, isTest, isSource) => {
  expect([isTestPath(path), isSourcePath(path)]).toEqual([isTest, isSource]);
});
