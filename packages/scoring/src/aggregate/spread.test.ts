import { describe, expect, it } from 'vitest';
import type { Columns } from './columns.ts';
import { spreadOf } from './spread.ts';

type Values = Readonly<Record<string, readonly (number | null)[]>>;

function columns(byAgent: Values, more: Partial<Columns> = {}): Columns {
  const [first = []] = Object.values(byAgent);
  return {
    metric: 'ifr',
    instances: first.map((_, index) => `i${index}`),
    compared: Object.keys(byAgent),
    byAgent: new Map(Object.entries(byAgent)),
    zeros: [],
    leftOut: [],
    ...more,
  };
}

describe('spreadOf without repeats', () => {
  it('is the deviation of the differences, not of the sums', () => {
    // The differences are 0, 0 and 0.6. Their mean is 0.2, so their variance is 0.24 / 2.
    const spread = spreadOf([columns({ a: [0.1, 0.5, 1], b: [0.1, 0.5, 0.4] })]);
    expect(spread).toMatchObject({ within: null, pairs: 1, instances: 3 });
    expect(spread?.between).toBeCloseTo(Math.sqrt(0.12), 12);
    expect(spreadOf([columns({ a: [0, 0.5, 1], b: [0, 0.5, 1] })])?.between).toBe(0);
  });

  it('pools the variances of all pairs of all settings', () => {
    const spread = spreadOf([
      // The differences have variance 0.5, 0 and 0.5.
      columns({ a: [1, 0], b: [0, 0], c: [0, 0] }),
      // The differences are 0, 0, 0 and 1, so their variance is 0.25.
      columns({ a: [0, 0, 0, 1], b: [0, 0, 0, 0] }),
    ]);
    expect(spread).toMatchObject({ pairs: 4, instances: 4 });
    expect(spread?.between).toBeCloseTo(Math.sqrt(1.25 / 4), 12);
  });

  it('uses the instances that both agents have', () => {
    // On the common instances, the differences are 1 and 0.
    const spread = spreadOf([columns({ a: [null, 1, 0.5, 0.5], b: [0.5, 0, null, 0.5] })]);
    expect(spread?.pairs).toBe(1);
    expect(spread?.between).toBeCloseTo(Math.SQRT1_2, 12);
  });

  it('ignores pairs that share fewer than two instances', () => {
    const spread = spreadOf([columns({ a: [1, 0, null], b: [0, 0, 1], c: [null, 1, 1] })]);
    // The agents a and c share one instance. The variances of the others are 0.5 and 0.5.
    expect(spread?.pairs).toBe(2);
    expect(spread?.between).toBeCloseTo(Math.SQRT1_2, 12);
    expect(spreadOf([columns({ a: [1, null], b: [1, 1] })])).toBeNull();
    expect(spreadOf([columns({ a: [1, 0] })])).toBeNull();
  });

  it('ignores reference agents and agents without a column', () => {
    const values = { a: [1, 0], b: [0, 0], golden: [0, 1] };
    const spread = spreadOf([columns(values, { compared: ['a', 'lost', 'b', 'gone'] })]);
    expect(spread?.pairs).toBe(1);
    expect(spread?.between).toBeCloseTo(Math.SQRT1_2, 12);
  });
});

describe('spreadOf with repeats', () => {
  it('does not use the attempts of reference agents', () => {
    const means = { a: [0.5, 0.5], b: [0.5, 0.5], golden: [0.5, 0.5] };
    const still = [
      [0.5, 0.5],
      [0.5, 0.5],
    ];
    const repeats = new Map([
      ['a', still],
      ['b', still],
      [
        'golden',
        [
          [0, 1],
          [0, 1],
        ],
      ],
    ]);
    expect(spreadOf([columns(means, { compared: ['a', 'b'], repeats })])).toEqual({
      between: 0,
      within: 0,
      pairs: 1,
      instances: 2,
    });
  });

  it('does not use agents with one attempt per instance', () => {
    const repeats = new Map([
      [
        'a',
        [
          [0, 0],
          [0.5, 1.5],
        ],
      ],
      ['b', [[0], [0]]],
    ]);
    const spread = spreadOf([columns({ a: [0, 1], b: [0, 0] }, { repeats })]);
    // The squares within a are 0 and 0.5, with two degrees of freedom. The differences have variance
    // 0.5, from which twice the variance of attempts divided by their number is subtracted.
    expect(spread?.within).toBeCloseTo(Math.sqrt(0.25), 12);
    expect(spread?.between).toBeCloseTo(Math.sqrt(0.5 - 0.25), 12);
  });
});
