import type { StoredSubmission } from '../ledger/submissions.ts';
import type { OpenedBundle } from '../verify/check-structure.ts';

/** A submission that is on the board. */
export interface BoardSubmission {
  readonly id: string;
  /** The line of the ledger that put it on the board. */
  readonly row: StoredSubmission['row'];
  readonly bundle: OpenedBundle;
  /** Folder of its run. */
  readonly run: string;
}
