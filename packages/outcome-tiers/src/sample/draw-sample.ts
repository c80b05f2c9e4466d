import { pythonRandom } from '../random/python-random.ts';
import type { IndexEntry } from '../index/index-entry.ts';

export interface SampleOptions {
  /** At most so many tickets of each tier. */
  readonly perTier: number;
  /** As CPython's `random.Random(seed)`. */
  readonly seed: number;
  /** Drawn one after the other from one generator: leaving a tier out changes those after it. */
  readonly tiers: readonly string[];
}

export interface DrawnTier {
  readonly tier: string;
  /** How many tickets the index has of it. */
  readonly pool: number;
  /** In the order drawn. */
  readonly entries: readonly IndexEntry[];
}

/** A stratified sample, the same as the study's program draws from the same index. */
export function drawSample(
  entries: readonly IndexEntry[],
  { perTier, seed, tiers }: SampleOptions,
): readonly DrawnTier[] {
  const random = pythonRandom(seed);
  return tiers.map((tier) => {
    const pool = entries.filter((entry) => entry.tier === tier);
    const drawn = random.sample(pool, Math.min(perTier, pool.length));
    return { tier, pool: pool.length, entries: drawn };
  });
}
