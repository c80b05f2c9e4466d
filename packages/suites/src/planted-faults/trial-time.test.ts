import { DEFAULT_LIMITS } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { TrialTime } from './trial-time.ts';

const most = DEFAULT_LIMITS.grade;

test('a trial may take four times as long as the slowest one before, and at least two minutes', () => {
  const time = new TrialTime(most);
  expect(time.limits()).toEqual(most);
  time.add(3000);
  expect(time.limits().wall_clock_ms).toBe(120_000);
  time.add(50_000);
  time.add(10_000);
  expect(time.limits()).toEqual({ ...most, wall_clock_ms: 200_000 });
});

test('no trial takes longer than the suite may', () => {
  const time = new TrialTime(most);
  time.add(most.wall_clock_ms);
  expect(time.limits()).toEqual(most);
});
