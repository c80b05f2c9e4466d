import { DEFAULT_LIMITS } from '@refbench/contracts';
import {
  BASELINE_RUNS,
  ensureBaseline,
  prepareEnvironment,
  searchFaults,
  writeFaults,
} from '@refbench/runner';
import type { SuiteContext } from '../admission/gate.ts';

/** A good suite detects most faults. */
const TRIES_PER_FAULT = 4;

/** How long to search for faults in the code of an instance. */
export interface FaultSearch {
  /** Number of faults to keep; 0 if none shall be searched. */
  readonly wanted: number;
  readonly maxMs: number;
}

/**
 * Writes faults.json, without which no result on an instance is ranked. Returns a text about what
 * was found; a suite that detects no fault is no reason to reject its instance.
 */
export async function provideFaults(context: SuiteContext, search: FaultSearch): Promise<string> {
  const { instance, dir } = context.entry;
  if (search.wanted === 0 || instance.no_tests !== undefined) return 'no search for faults';
  await using prepared = await prepareEnvironment(context);
  const common = { ...context, prepared, limits: DEFAULT_LIMITS.grade };
  const baseline = await ensureBaseline({ ...common, k: BASELINE_RUNS });
  if (baseline.stable_tests === null) return 'the suite does not name its tests, so no faults';
  const maxTried = search.wanted * TRIES_PER_FAULT;
  const found = await searchFaults({ ...common, ...search, baseline, maxTried });
  await writeFaults(dir, found);
  return `${found.faults.length} faults kept of ${found.tried} tried`;
}
