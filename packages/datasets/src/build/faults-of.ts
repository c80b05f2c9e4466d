import { DEFAULT_LIMITS, RefbenchError } from '@refbench/contracts';
import { prepareEnvironment } from '@refbench/instances';
import { provideFaults } from '@refbench/environments';
import type { SuiteContext } from '../admission/gate.ts';

/** How long to search for faults in the code of an instance. */
export interface FaultSearch {
  /** Number of faults to keep; 0 if none shall be searched. */
  readonly wanted: number;
  readonly maxMs: number;
}

/**
 * Writes faults.json of an instance. Returns a text about what was found; a suite that detects no
 * fault, or does not name its tests, is no reason to reject its instance.
 */
export async function faultsOf(context: SuiteContext, search: FaultSearch): Promise<string> {
  if (search.wanted === 0 || context.entry.instance.no_tests !== undefined) return 'no faults';
  await using prepared = await prepareEnvironment(context);
  try {
    const limits = DEFAULT_LIMITS.grade;
    const { found } = await provideFaults({ ...context, ...search, prepared, limits });
    return `${found.faults.length} faults kept of ${found.tried} tried`;
  } catch (error) {
    if (RefbenchError.isInstance(error) && error.kind === 'image') return error.message;
    throw error;
  }
}
