import { pythonRandom } from '../random/python-random.ts';
import type { IndexEntry } from '../index/index-entry.ts';

export interface SampleOptions {
  /** Maximum number of tickets per tier. */
  readonly perTier: number;
  /** Seed of CPython's `random.Random(seed)`. */
  readonly seed: number;
  /**
   * Tiers in the order of drawing. All use one generator, so omitting a tier changes the draws
   * after it.
   */
  readonly tiers: readonly string[];
}

export interface DrawnTier {
  readonly tier: string;
  /** Number of tickets of this tier in the index. */
  readonly pool: number;
  /** Entries in the order drawn. */
  readonly entries: readonly IndexEntry[];
}

/** Draws a stratified sample. The program of the study draws the same one from the same index. */
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
