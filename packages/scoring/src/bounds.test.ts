import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bounds } from './bounds.ts';
import { pass } from './pass.ts';
import { baselines, counted, crashed, testRuns } from './scoring.testkit.ts';

test('bounds are the fewest passed and the most failed tests over all runs of both states', () => {
  const base = [counted(100, 2), counted(98, 4), counted(100, 2)];
  const golden = [counted(103, 1), counted(97, 0)];
  expect(bounds(base, golden)).toEqual({ p_min: 97, f_max: 4 });
});

test('a run without a verdict counts as (0, 0)', () => {
  expect(bounds([counted(10, 3)], [crashed])).toEqual({ p_min: 0, f_max: 3 });
});

test('bounds without runs of base or golden are an error', () => {
  expect(() => bounds([], [counted(1, 0)])).toThrow(RangeError);
  expect(() => bounds([counted(1, 0)], [])).toThrow(/golden/);
});

test('the bounds are inclusive', () => {
  const limits = { p_min: 97, f_max: 4 };
  expect(pass(counted(97, 4), limits)).toBe(1);
  expect(pass(counted(96, 4), limits)).toBe(0);
  expect(pass(counted(97, 5), limits)).toBe(0);
});

test('a crashed patch fails even where p_min is 0', () => {
  expect(pass(crashed, { p_min: 0, f_max: 10 })).toBe(0);
  expect(pass(counted(0, 0), { p_min: 0, f_max: 10 })).toBe(1);
});

test('every baseline run with a verdict passes, so golden and nop satisfy their own bounds', () => {
  fc.assert(
    fc.property(baselines, baselines, (base, golden) => {
      const limits = bounds(base, golden);
      for (const run of [...base, ...golden]) {
        expect(pass(run, limits)).toBe(run.kind === 'counted' ? 1 : 0);
      }
    }),
  );
});

test('the order and the state of runs do not matter', () => {
  fc.assert(
    fc.property(baselines, baselines, (base, golden) => {
      const limits = bounds(base, golden);
      expect(bounds([...base].toReversed(), golden)).toEqual(limits);
      expect(bounds(golden, base)).toEqual(limits);
    }),
  );
});

test('more runs never tighten the bounds', () => {
  fc.assert(
    fc.property(baselines, baselines, testRuns, (base, golden, extra) => {
      const before = bounds(base, golden);
      const after = bounds([...base, extra], golden);
      expect(after.p_min).toBeLessThanOrEqual(before.p_min);
      expect(after.f_max).toBeGreaterThanOrEqual(before.f_max);
    }),
  );
});

test('more passed or fewer failed tests never turn 1 into 0', () => {
  const counts = fc.nat(50);
  fc.assert(
    fc.property(
      counts,
      counts,
      counts,
      counts,
      counts,
      counts,
      (p, f, more, less, p_min, f_max) => {
        const limits = { p_min, f_max };
        const better = pass(counted(p + more, Math.max(0, f - less)), limits);
        expect(better).toBeGreaterThanOrEqual(pass(counted(p, f), limits));
      },
    ),
  );
});
