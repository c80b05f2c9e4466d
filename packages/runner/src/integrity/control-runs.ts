import type { StableTest } from '@refbench/contracts';
import type { Tree } from '@refbench/repos';

/** Further runs of the suite for one attempt that passed. */
export interface ControlRuns {
  readonly stable: readonly StableTest[];
  /** Stable tests that pass on the patched tree as it is. */
  readonly passing: ReadonlySet<string>;
  /** Stable tests that fail or are missing on a tree; undefined where no more run may be made. */
  readonly run: (tree: Tree) => Promise<ReadonlySet<string>> | undefined;
}
