import type { Baseline, TestRun } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import { expect, test } from 'vitest';
import { differencesOf } from './open-baseline.ts';

function counted(passed: number, failed = 0): TestRun {
  return { kind: 'counted', counts: { passed, failed, skipped: 0, total: passed + failed } };
}

function baseline(base: readonly TestRun[], p_min: number, f_max = 0): Baseline {
  return {
    schema: 1,
    instance: 'owner__name-01234567',
    host: 'here',
    k: base.length,
    image: digestOf('image'),
    recipe: digestOf('recipe'),
    tool: '0',
    base: [...base],
    golden: [...base],
    bounds: { p_min, f_max },
    stable_tests: null,
    measured_at: '2026-01-01T00:00:00.000Z',
  };
}

test('runs that agree with the first ones make no difference', () => {
  const first = baseline([counted(20), counted(20)], 20);
  expect(differencesOf(first, baseline([counted(20), counted(20), counted(20)], 20))).toEqual([]);
});

test('a later run that fails a test changes the bounds, which is told', () => {
  const first = baseline([counted(20), counted(20)], 20);
  const all = baseline([counted(20), counted(20), counted(19, 1)], 19, 1);
  expect(differencesOf(first, all)).toEqual(['p_min is 19, not 20', 'f_max is 1, not 0']);
});

test('counts that another machine never had are named', () => {
  const published = baseline([counted(20), counted(20)], 20);
  const here = baseline([counted(18), counted(18)], 18);
  expect(differencesOf(published, here)).toContain('passed on base: 18 to 18, not 20 to 20');
});
