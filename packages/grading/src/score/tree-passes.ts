import { RefbenchError, type Baseline, type Limits } from '@refbench/contracts';
import { pass } from '@refbench/scoring';
import type { PreparedEnvironment } from '@refbench/instances';
import { runTests } from '@refbench/suites';

export interface TreePassesOptions {
  readonly prepared: PreparedEnvironment;
  readonly baseline: Baseline;
  /** A commit or tree of the instance's repository. */
  readonly treeish: string;
  readonly limits: Limits;
  readonly run: string;
  readonly attempt: string;
  readonly signal: AbortSignal;
}

/**
 * Runs the suite once on a tree, and applies the bounds of the baseline. No integrity check is made.
 * @throws RefbenchError kind `infra-incomplete` if the infrastructure failed
 */
export async function treePasses(options: TreePassesOptions): Promise<boolean> {
  const { prepared, baseline, treeish, limits, run, attempt, signal } = options;
  const patched = await prepared.repository.readTree(treeish);
  const result = await runTests({ prepared, patched, limits, run, attempt, signal });
  if (result.kind === 'ran') return pass(result.run, baseline.bounds) === 1;
  signal.throwIfAborted();
  throw new RefbenchError({
    kind: 'infra-incomplete',
    message: `${prepared.instance.id}: the suite could not be run: ${result.kind === 'infra' ? result.detail : 'it was stopped'}`,
    hint: 'check the container engine with refbench doctor, then run the same command again',
  });
}
