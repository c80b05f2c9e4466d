import { expect, test } from 'vitest';
import type { TestOutcomes } from '@refbench/instances';
import { compareTests, passStrict } from './compare-tests.ts';
import { stableTests } from './stable-tests.ts';

function run(outcomes: Readonly<Record<string, 'passed' | 'failed' | 'skipped'>>): TestOutcomes {
  return new Map(Object.entries(outcomes));
}

const base = run({
  'a.ts > one': 'passed',
  'a.ts > two': 'passed',
  'a.ts > flaky': 'passed',
  'b.ts > one': 'passed',
  'b.ts > broken': 'failed',
});
const golden = run({
  'c.ts > one': 'passed',
  'a.ts > two': 'passed',
  'a.ts > flaky': 'passed',
  'b.ts > one': 'passed',
  'b.ts > broken': 'passed',
  'c.ts > new': 'passed',
});
const flaked = run({ ...Object.fromEntries(golden), 'a.ts > flaky': 'failed' });

const stable = stableTests([base, base], [golden, flaked]) ?? [];

test('stable tests pass in all runs of both states, even if golden moved them', () => {
  expect(stable).toEqual([
    { id: 'a.ts > one', golden: 'c.ts > one' },
    { id: 'a.ts > two' },
    { id: 'b.ts > one' },
  ]);
});

test('without names in a run, there is nothing to compare', () => {
  expect(stableTests([base, undefined], [golden])).toBeNull();
  expect(stableTests([], [golden])).toBeNull();
});

test('base and golden have no missing and no failed tests', () => {
  for (const own of [base, golden]) {
    const compared = compareTests(stable, own);
    expect(compared).toMatchObject({ stable: 3, missing: [], failing: [] });
    expect(passStrict(compared)).toBe(1);
  }
});

test('a moved test is found by its title, a removed one is missing, and a skipped one fails', () => {
  const compared = compareTests(
    stable,
    run({ 'x.ts > one': 'passed', 'y.ts > two': 'skipped', 'z.ts > three': 'failed' }),
  );
  expect(compared).toEqual({
    stable: 3,
    missing: ['b.ts > one'],
    failing: ['a.ts > two'],
    others: { count: 1, ids: ['z.ts > three'] },
  });
  expect(passStrict(compared)).toBe(0);
});

test('two tests with the same title are each found once', () => {
  const twice = compareTests(stable, run({ 'x.ts > one': 'passed', 'y.ts > one': 'passed' }));
  expect(twice).toMatchObject({ missing: ['a.ts > two'], others: { count: 0 } });
});

test('missing tests do not fail a run, but a run without any test fails', () => {
  expect(passStrict(compareTests(stable, run({ 'a.ts > two': 'passed' })))).toBe(1);
  expect(passStrict(compareTests(stable, run({})))).toBe(0);
  expect(passStrict(compareTests(stable, undefined))).toBe(0);
});

test('only a few of the other tests are listed', () => {
  const many = run(
    Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`n > ${index}`, 'passed'])),
  );
  const { others } = compareTests(stable, many);
  expect(others.count).toBe(300);
  expect(others.ids).toHaveLength(200);
});
