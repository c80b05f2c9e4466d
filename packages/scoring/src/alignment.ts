import type { ThreeWay } from '@refbench/contracts';

/**
 * A = Pass x IFR, and likewise A+ and A-. Null where IFR is null, and where Pass is unknown (null):
 * tests that could not be judged align with nothing.
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
