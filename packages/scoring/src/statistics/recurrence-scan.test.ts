import { describe, expect, it } from 'vitest';
import { groupSizes } from './grouped-sizes.ts';
import { farthestRecurrence } from './recurrence-scan.ts';
import { sizesOf } from './sizes.testkit.ts';

function deviationOf(sizes: readonly number[], tilt: number): number {
  return Math.sqrt(sizes.reduce((sum, size) => sum + (size / Math.cosh(tilt * size)) ** 2, 0));
}

/** The recurrence of sizes under a tilt. The slopes and the deviation follow from the tilt. */
function recurrenceOf(sizes: readonly number[], tilt: number, from: number): number | undefined {
  const groups = groupSizes(Float64Array.from(sizes).sort());
  const slopes = groups.sizes.map((size) => Math.tanh(tilt * size));
  return farthestRecurrence(groups, slopes, tilt, deviationOf(sizes, tilt), from);
}

/** Magnitude of the product of cosh((tilt + i x frequency) x size) / cosh(tilt x size). */
function magnitude(sizes: readonly number[], tilt: number, frequency: number): number {
  return sizes.reduce((product, size) => {
    const real = Math.cosh(tilt * size) * Math.cos(frequency * size);
    const imaginary = Math.sinh(tilt * size) * Math.sin(frequency * size);
    return (product * Math.hypot(real, imaginary)) / Math.cosh(tilt * size);
  }, 1);
}

/** The highest frequency within 2000 standard deviations where it exceeds 1e-4 x frequency / tilt. */
function farthestOnGrid(sizes: readonly number[], tilt: number): number {
  let frequency = 2000 / deviationOf(sizes, tilt);
  while (magnitude(sizes, tilt, frequency) < (1e-4 * frequency) / tilt) frequency -= 0.002;
  return frequency;
}

const equal = Array<number>(20).fill(1);

describe('farthestRecurrence', () => {
  it('finds the last multiple of pi in the range for equal sizes', () => {
    // The function exceeds the threshold up to 0.536 beyond 160 pi. Probes are 0.378 apart.
    const found = recurrenceOf(equal, 0.5, 10) ?? 0;
    expect(found).toBeGreaterThan(160 * Math.PI + 0.536 - 0.379);
    expect(found).toBeLessThan(160 * Math.PI + 0.537);
    expect(recurrenceOf(equal, 0.5, found - 0.001)).toBe(found);
    expect(recurrenceOf(equal, 0.5, found + 0.001)).toBeUndefined();
    expect(recurrenceOf(equal, 0.5, 505)).toBeUndefined();
  });

  it.each([
    [equal, 0.5],
    [equal, 0.2],
    [equal, 0.3],
    [equal, 1],
    [[0.7, ...equal], 0.5],
    [[0.7, ...equal], 0.3],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9], 0.1],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9], 0.2],
    [[1, 1, 1.001, 1.002, 2, 2, 3], 0.4],
  ])('finds the last frequency above the threshold for %j, tilt %d', (sizes, tilt) => {
    const wanted = farthestOnGrid(sizes, tilt);
    const found = recurrenceOf(sizes, tilt, 1) ?? 0;
    expect(found).toBeLessThan(wanted + 0.02);
    expect(found).toBeGreaterThan(wanted - 0.02 - 1.5 / deviationOf(sizes, tilt));
  });

  it('counts each of several equal sizes', () => {
    const found = recurrenceOf(equal, 0.5, 10);
    const slopes = Float64Array.from(equal, () => Math.tanh(0.5));
    const separate = { sizes: Float64Array.from(equal), counts: Float64Array.from(equal) };
    const deviation = deviationOf(equal, 0.5);
    expect(farthestRecurrence(separate, slopes, 0.5, deviation, 10)).toBe(found);
  });

  it('finds none for many sizes without a common unit', () => {
    const sizes = sizesOf(60, 2 ** 31, 3).map((size) => size / 2 ** 31);
    expect(recurrenceOf(sizes, 0.5, 20)).toBeUndefined();
  });
});
