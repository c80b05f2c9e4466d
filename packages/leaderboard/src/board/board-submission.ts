import type { OpenedBundle } from '../verify/check-structure.ts';

/** A submission that is on the board. */
export interface BoardSubmission {
  readonly id: string;
  readonly date: string;
  readonly digest: string;
  readonly bundle: OpenedBundle;
  /** Folder of its run. */
  readonly run: string;
}
