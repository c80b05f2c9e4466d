import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowance, type PhaseBudget } from './allowance.ts';

const total = { wallClockMs: 90_000, budgetUsd: 11 };

test('a phase gets the remaining allowance, up to its own cap', () => {
  expect(allowance(total, { ms: 0, usd: 0 }, { wallClockMs: 30_000, budgetUsd: 5.5 })).toEqual({
    kind: 'granted',
    budget: { wallClockMs: 30_000, budgetUsd: 5.5 },
  });
  expect(allowance(total, { ms: 20_000, usd: 9 })).toEqual({
    kind: 'granted',
    budget: { wallClockMs: 70_000, budgetUsd: 2 },
  });
});

test('a spent budget or time limit ends the attempt with the limits of the attempt', () => {
  expect(allowance(total, { ms: 0, usd: 11.5 })).toEqual({
    kind: 'exhausted',
    outcome: { kind: 'budget-exceeded', budget_usd: 11, spent_usd: 11.5 },
  });
  expect(allowance(total, { ms: 90_000, usd: 0 })).toEqual({
    kind: 'exhausted',
    outcome: { kind: 'timed-out', limit: 'wall-clock', limit_ms: 90_000 },
  });
});

test('without metering, only time is limited', () => {
  expect(allowance({ wallClockMs: 10, budgetUsd: null }, { ms: 4, usd: 0 })).toEqual({
    kind: 'granted',
    budget: { wallClockMs: 6, budgetUsd: null },
  });
});

const cap = fc.record({
  wallClockMs: fc.integer({ min: 1, max: 200_000 }),
  budgetUsd: fc.double({ min: 0.01, max: 20, noNaN: true }),
});

test('phases that use their whole allowance never exceed that of the attempt', () => {
  fc.assert(
    fc.property(fc.array(cap, { maxLength: 6 }), (caps: PhaseBudget[]) => {
      let used = { ms: 0, usd: 0 };
      for (const limit of caps) {
        const next = allowance(total, used, limit);
        if (next.kind === 'exhausted') break;
        expect(next.budget.wallClockMs).toBeGreaterThan(0);
        used = {
          ms: used.ms + next.budget.wallClockMs,
          usd: used.usd + (next.budget.budgetUsd ?? 0),
        };
      }
      expect(used.ms).toBeLessThanOrEqual(total.wallClockMs);
      expect(used.usd).toBeLessThanOrEqual(total.budgetUsd + 1e-9);
    }),
  );
});
