import { describe, expect, it } from 'vitest';
import { mean } from './describe.ts';
import { effectSize } from './effect-size.ts';
import { bcaOfDifference, bcaOfMean, Resampling } from './resampling.ts';
import type { ResampleUnit } from './resample-unit.ts';

const unitsOf = (totals: readonly number[], sizes: readonly number[]): ResampleUnit[] =>
  totals.map((total, index) => ({ total, size: sizes[index] ?? 1 }));

/** The mean over instances in each resample, from the drawn indexes. */
function countedMeans(units: readonly ResampleUnit[], resampling: Resampling): number[] {
  const draws = [...resampling.draws(units.length)];
  return Array.from({ length: resampling.samples }, (_, sample) => {
    const drawn = draws.slice(sample * units.length, (sample + 1) * units.length);
    const total = drawn.reduce((sum, index) => sum + (units[index]?.total ?? Number.NaN), 0);
    return total / drawn.reduce((sum, index) => sum + (units[index]?.size ?? Number.NaN), 0);
  });
}

function expectCounted(units: readonly ResampleUnit[], resampling: Resampling): void {
  const wanted = countedMeans(units, resampling);
  const means = resampling.means(units);
  expect(means).toHaveLength(wanted.length);
  for (const [sample, one] of wanted.entries()) expect(means[sample]).toBeCloseTo(one, 12);
}

describe('the means of resamples', () => {
  it('are means over instances, for units of any sizes', () => {
    const resampling = new Resampling(3, 60);
    expectCounted(unitsOf([1, 5, 2, 8], [2, 2, 2, 2]), resampling);
    expectCounted(unitsOf([1, 5, 2, 8], [1, 3, 2, 5]), resampling);
    // Equal sizes in a second column, then other sizes, then another number of units.
    expectCounted(unitsOf([4, 0, 7, 1], [1, 3, 2, 5]), resampling);
    expectCounted(unitsOf([4, 0, 7, 1], [1, 3, 5, 2]), resampling);
    expectCounted(unitsOf([4, 0, 7, 1], [6, 1, 4, 3]), resampling);
    expectCounted(unitsOf([4, 0, 7], [6, 1, 4]), resampling);
    expectCounted(unitsOf([4, 0, 7, 1, 3], [6, 1, 4, 3, 2]), resampling);
  });

  it('redraw repeats of the units that have some', () => {
    const resampling = new Resampling(3, 200);
    const units = [
      { total: 0.5, size: 1, repeats: [[0, 1]] },
      { total: 10, size: 1 },
    ];
    const means = resampling.means(units);
    const draws = resampling.draws(2);
    const seen = new Set<number>();
    for (const [sample, one] of means.entries()) {
      const tens = (draws[2 * sample] ?? 0) + (draws[2 * sample + 1] ?? 0);
      // Each draw of the first unit adds the mean of two coins.
      const rest = 2 * one - 10 * tens;
      if (tens === 1) seen.add(rest);
      expect(rest).toBeLessThanOrEqual(2 - tens);
      expect(rest).toBeGreaterThanOrEqual(0);
    }
    expect(seen).toEqual(new Set([0, 0.5, 1]));
  });

  it('redraw repeats independently in columns with other values', () => {
    const resampling = new Resampling(5, 4000);
    const low = resampling.means([{ total: 0.5, size: 1, repeats: [[0, 1]] }]);
    const high = resampling.means([{ total: 2.5, size: 1, repeats: [[2, 3]] }]);
    const equal = low.filter((one, sample) => (high[sample] ?? 0) - one === 2).length;
    // Two pairs of coins have the same number of heads with probability 6 / 16.
    expect(Math.abs(equal / 4000 - 6 / 16)).toBeLessThan(0.03);
  });

  it('have the skewness of the repeats if there are many', () => {
    const values = [1, ...Array<number>(39).fill(0)];
    const unit = { total: 1 / 40, size: 1, repeats: [values] };
    const means = [...new Resampling(6, 20_000).means([unit])];
    const q = 1 / 40;
    const spread = Math.sqrt((q * (1 - q)) / 40);
    const scaled = means.map((one) => (one - q) / spread);
    const sixth = (1 - 2 * q) / Math.sqrt(q * (1 - q) * 40) / 6;
    // Moments of z + s (z^2 - 1) for a normal z.
    expect(Math.abs(mean(scaled))).toBeLessThan(0.04);
    const second = mean(scaled.map((one) => one ** 2));
    expect(Math.abs(second - (1 + 2 * sixth ** 2))).toBeLessThan(0.07);
    const third = mean(scaled.map((one) => one ** 3));
    expect(Math.abs(third - (6 * sixth + 8 * sixth ** 3))).toBeLessThan(0.25);
  });
});

describe('the cache of draws', () => {
  it('drops the oldest of five', () => {
    const resampling = new Resampling(1, 10);
    const kept = [2, 3, 4, 5, 6].map((count) => resampling.draws(count));
    for (const count of [6, 5, 4, 3]) expect(resampling.draws(count)).toBe(kept[count - 2]);
    expect(resampling.draws(2)).not.toBe(kept[0]);
    expect(resampling.draws(2)).toEqual(kept[0]);
    expect(resampling.draws(6)).toBe(kept[4]);
  });
});

describe('the number of units', () => {
  const waves = (count: number): number[] =>
    Array.from({ length: count }, (_, index) => Math.sin(index) + 0.3);
  const flat = (count: number): ResampleUnit[] => unitsOf(Array<number>(count).fill(0), []);

  it('must be two or more', () => {
    const resampling = new Resampling(1, 200);
    const one = [{ total: 0.5, size: 1, repeats: [[0, 1]] }];
    expect(bcaOfMean(one, resampling)).toBeNull();
    expect(bcaOfDifference(one, flat(1), resampling)).toBeNull();
    const two = unitsOf([0, 1], []);
    expect(bcaOfMean(two, resampling)).not.toBeNull();
    expect(bcaOfDifference(two, flat(2), resampling)).not.toBeNull();
  });

  it.each([
    [1000, true],
    [1001, false],
  ])('decides for %d whether the interval depends on the seed: %s', (count, depends) => {
    const values = waves(count);
    const [one, other] = [new Resampling(1, 40), new Resampling(2, 40)];
    const units = unitsOf(values, []);
    const isEqual = (left: unknown, right: unknown): boolean =>
      JSON.stringify(left) === JSON.stringify(right);
    expect(isEqual(bcaOfMean(units, one), bcaOfMean(units, other))).toBe(!depends);
    const differences = [one, other].map((draws) => bcaOfDifference(units, flat(count), draws));
    expect(isEqual(differences[0], differences[1])).toBe(!depends);
    expect(isEqual(effectSize(values, one), effectSize(values, other))).toBe(!depends);
  });
});
