import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scored } from './aggregate.testkit.ts';
import { columnsOf } from './columns.ts';
import { gridsOf } from './grid.ts';
import { passAtK, passHatK, summariseRepeats } from './repeats.ts';
import { spreadOf } from './spread.ts';

/** Shares of the combinations of k attempts in which any attempt, or every attempt, is correct. */
function byEnumeration(right: readonly boolean[], k: number): { any: number; all: number } {
  let [choices, any, all] = [0, 0, 0];
  for (let chosen = 0; chosen < 2 ** right.length; chosen += 1) {
    const some = right.filter((_, index) => (chosen >>> index) & 1);
    if (some.length !== k) continue;
    choices += 1;
    if (some.includes(true)) any += 1;
    if (!some.includes(false)) all += 1;
  }
  return { any: any / choices, all: all / choices };
}

describe('passAtK and passHatK', () => {
  it('equal the shares among all combinations', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { minLength: 1, maxLength: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (right, most) => {
          const k = Math.min(most, right.length);
          const correct = right.filter(Boolean).length;
          const { any, all } = byEnumeration(right, k);
          expect(passAtK(right.length, correct, k)).toBeCloseTo(any, 12);
          expect(passHatK(right.length, correct, k)).toBeCloseTo(all, 12);
        },
      ),
    );
  });

  it.each([
    [3, 1, 0],
    [3, 1, 4],
    [3, 4, 1],
    [3, -1, 1],
    [3, 1, 1.5],
    [Number.NaN, 0, 1],
  ])('refuse %d attempts, %d right, k = %d', (attempts, correct, k) => {
    expect(() => passAtK(attempts, correct, k)).toThrow(RangeError);
    expect(() => passHatK(attempts, correct, k)).toThrow(RangeError);
  });

  it('name the invalid counts', () => {
    expect(() => passHatK(3, 1, 4)).toThrow('invalid counts: k = 4, 3 attempts, 1 of one kind');
  });
});

function columnsOfRepeats(values: Record<string, Record<string, number[]>>) {
  const [grid] = gridsOf(
    Object.entries(values).flatMap(([agent, byInstance]) =>
      Object.entries(byInstance).flatMap(([instance, passes]) =>
        passes.map((pass, index) => ({
          ...scored(agent, instance, { pass, ifr: pass / 2 }),
          repeat: index + 1,
        })),
      ),
    ),
  );
  return (metric: 'pass' | 'ifr') => {
    const columns = grid && columnsOf(grid, metric);
    if (columns === undefined) throw new Error('the metric was measured');
    return columns;
  };
}

describe('summariseRepeats', () => {
  const columns = columnsOfRepeats({
    a: { x: [1, 0, 1], y: [0, 0, 0], z: [1, 1, 1] },
    b: { x: [1, 1], y: [0, 1, 1], z: [1, 0] },
  });

  it('computes means, deviations, the best attempt, pass@k and pass^k', () => {
    const [first, second] = summariseRepeats(columns('pass'));
    expect(first).toMatchObject({ agent: 'a', metric: 'pass', n: 3, fewest: 3, most: 3 });
    expect(first?.mean).toBeCloseTo(5 / 9, 12);
    expect(first?.within).toBeCloseTo(Math.sqrt(2 / 3 / 6), 12);
    // Variance of the means 2/3, 0 and 1, minus the contribution of three attempts.
    const spread = ((2 / 3 - 5 / 9) ** 2 + (5 / 9) ** 2 + (4 / 9) ** 2) / 2;
    expect(first?.between).toBeCloseTo(Math.sqrt(spread - 1 / 9 / 3), 12);
    expect(first?.best).toBeCloseTo(2 / 3, 12);
    expect(first?.passAtK.map((one) => one.toFixed(6))).toEqual([
      '0.555556',
      '0.666667',
      '0.666667',
    ]);
    expect(first?.passHatK.map((one) => one.toFixed(6))).toEqual([
      '0.555556',
      '0.444444',
      '0.333333',
    ]);
    expect(second).toMatchObject({ agent: 'b', fewest: 2, most: 3 });
    expect(second?.passAtK).toHaveLength(2);
  });

  it('omits pass@k for ratios', () => {
    const [first] = summariseRepeats(columns('ifr'));
    expect(first).toMatchObject({ passAtK: [], passHatK: [] });
    expect(first?.best).toBeCloseTo(1 / 3, 12);
  });

  it('returns nothing without repeats', () => {
    expect(summariseRepeats(columnsOfRepeats({ a: { x: [1], y: [0] } })('pass'))).toEqual([]);
  });

  it('ignores instances without a result, and agents without any', () => {
    const values = { metric: 'pass', instances: ['x', 'y'], compared: ['a'] } as const;
    const repeats = new Map([
      [
        'a',
        [
          [1, 0],
          [1, 1],
        ],
      ],
      ['golden', [[], [1, 1]]],
      ['nop', [[], []]],
    ]);
    const rest = { byAgent: new Map<string, number[]>(), zeros: [], leftOut: [] };
    expect(summariseRepeats({ ...values, ...rest, repeats })).toMatchObject([
      { agent: 'a', n: 2, fewest: 2, most: 2, mean: 0.75, best: 1 },
      { agent: 'golden', n: 1, fewest: 2, most: 2, mean: 1, best: 1, passHatK: [1, 1] },
    ]);
  });

  it('returns null deviations for one attempt or one instance', () => {
    const mixed = columnsOfRepeats({ a: { x: [1] }, b: { x: [1, 0] } });
    expect(summariseRepeats(mixed('pass'))).toMatchObject([
      { agent: 'a', within: null, between: null },
      { agent: 'b', within: Math.SQRT1_2, between: null },
    ]);
  });

  it('returns no deviation between instances that differ by chance only', () => {
    const chance = columnsOfRepeats({ a: { x: [1, 0], y: [0, 1] } });
    expect(summariseRepeats(chance('pass'))[0]?.between).toBe(0);
  });
});

describe('spreadOf', () => {
  it('subtracts the variance of attempts from the differences', () => {
    const columns = columnsOfRepeats({
      a: { x: [1, 0], y: [0, 0], z: [1, 1] },
      b: { x: [0, 0], y: [0, 1], z: [1, 0] },
    })('pass');
    const spread = spreadOf([columns]);
    // The differences are .5, -.5 and .5. The variance between attempts is 1/6 or 1/3.
    const within = (1 / 6 + 1 / 3) / 2;
    expect(spread).toMatchObject({ pairs: 1, instances: 3 });
    expect(spread?.within).toBeCloseTo(Math.sqrt(within), 12);
    expect(spread?.between).toBeCloseTo(Math.sqrt(Math.max(0, 1 / 3 - within)), 12);
  });

  it('attributes all variance to instances without repeats', () => {
    const columns = columnsOfRepeats({ a: { x: [1], y: [0] }, b: { x: [0], y: [0] } })('pass');
    expect(spreadOf([columns])).toEqual({
      between: Math.SQRT1_2,
      within: null,
      pairs: 1,
      instances: 2,
    });
    expect(spreadOf([])).toBeNull();
  });
});
