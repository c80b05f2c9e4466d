import type { StableTest } from '@refbench/contracts';
import type { Tree } from '@refbench/repos';

/** Result of the suite on a modified tree. */
export interface ControlRun {
  /** Stable tests that fail or are missing. */
  readonly failing: ReadonlySet<string>;
  /** Whether the suite passes by its counts. */
  readonly passes: boolean;
}

/** Additional suite runs for one attempt that passed. */
export interface ControlRuns {
  readonly stable: readonly StableTest[];
  /** Stable tests that pass on the unmodified patched tree. */
  readonly passing: ReadonlySet<string>;
  /** Runs the suite on a tree. Returns undefined if no run is left. */
  readonly run: (tree: Tree) => Promise<ControlRun> | undefined;
}
