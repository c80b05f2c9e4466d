import type { StableTest } from '@refbench/contracts';
import type { Tree } from '@refbench/repos';

/** How the suite ended with a changed tree. */
export interface ControlRun {
  /** Stable tests that fail or are missing. */
  readonly failing: ReadonlySet<string>;
  /** Whether it passes by counts alone. */
  readonly passes: boolean;
}

/** Further runs of the suite for one attempt that passed. */
export interface ControlRuns {
  readonly stable: readonly StableTest[];
  /** Stable tests that pass on the patched tree as it is. */
  readonly passing: ReadonlySet<string>;
  /** Undefined where no more run may be made. */
  readonly run: (tree: Tree) => Promise<ControlRun> | undefined;
}
