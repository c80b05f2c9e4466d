import type { PlantedFaults } from '@refbench/contracts';
import { BASELINE_RUNS, writeFaults } from '@refbench/instances';
import { ensureBaseline } from '../calibration/calibrate.ts';
import { searchFaults, type SearchOptions } from './search-faults.ts';

/** A good suite detects most faults. Each try costs up to two runs of the suite. */
const TRIES_PER_FAULT = 4;

/** The faults that were found, and the path of the file. */
export interface ProvidedFaults {
  readonly found: PlantedFaults;
  readonly path: string;
}

/**
 * Searches for faults that the suite detects, and writes faults.json, without which no result on an
 * instance is ranked. The baseline of this host is measured if there is none.
 * @throws RefbenchError kind `image` if the suite does not name its tests
 */
export async function provideFaults(
  options: Omit<SearchOptions, 'baseline' | 'maxTried'>,
): Promise<ProvidedFaults> {
  const found = await searchFaults({
    ...options,
    baseline: await ensureBaseline({ ...options, k: BASELINE_RUNS }),
    maxTried: options.wanted * TRIES_PER_FAULT,
  });
  return { found, path: await writeFaults(options.prepared.dir, found) };
}
