import { describe, expect, it } from 'vitest';
import { effectSize } from './effect-size.ts';
import { Resampling } from './resampling.ts';

describe('effectSize', () => {
  it.each([0.1, 0.7])('follows from the skewness of many differences, share %d', (q) => {
    const count = 2000;
    const differences = Array.from({ length: count }, (_, at) => (at < q * count ? 1 : 0));
    const { effect, interval } = effectSize(differences, new Resampling(1, 5)) ?? {};
    const variance = q * (1 - q);
    const wanted = q / Math.sqrt((variance * count) / (count - 1));
    expect(effect).toBeCloseTo(wanted, 10);
    // Moments of a coin that shows heads with probability q.
    const skewness = (1 - 2 * q) / Math.sqrt(variance);
    const kurtosis = 1 / variance - 3;
    const square = 1 - skewness * wanted + ((kurtosis - 1) * wanted ** 2) / 4;
    const half = 1.959963984540054 * Math.sqrt(square / count);
    expect(interval?.low).toBeCloseTo(wanted - half, 9);
    expect(interval?.high).toBeCloseTo(wanted + half, 9);
  });

  it('has an interval for three differences, unless an end is infinite', () => {
    const resampling = new Resampling(1, 2000);
    // One ninth of the resamples repeat one value three times, so their effect is infinite.
    expect(effectSize([1, 2, 4], resampling)?.interval).toBeNull();
    const { effect = 0, interval } = effectSize([1, 2, 4], resampling, 0.5) ?? {};
    expect(interval?.low).toBeLessThan(effect);
    expect(interval?.high).toBeGreaterThan(effect);
    expect(effectSize([1, 2], resampling, 0.1)?.interval).toBeNull();
  });
});
