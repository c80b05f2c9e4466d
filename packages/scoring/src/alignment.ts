import type { ThreeWay } from '@refbench/contracts';

/**
 * Alignment: A = Pass x IFR, and likewise A+ and A-.
 * Source: CodeTaste (v2), alignment.
 * @param pass null if unknown
 * @param ifr instruction following rates in 0..1
 * @returns ratios in 0..1; null if `pass` or the rate of that side is null
 */
export function alignment(pass: 0 | 1 | null, ifr: ThreeWay): ThreeWay {
  const times = (ratio: number | null): number | null =>
    pass === null || ratio === null ? null : pass * ratio;
  return {
    additive: times(ifr.additive),
    reductive: times(ifr.reductive),
    total: times(ifr.total),
  };
}
