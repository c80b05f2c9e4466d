import type { AttemptView, RunView } from '@refbench/evidence';
import type { RunEntry, SearchHit } from '../../src/shared/view-types.ts';

/** Where pages get their data from. Every use of the application has one of its own. */
export interface DataSource {
  /** Undefined if there is only one run. */
  readonly runs: (() => Promise<readonly RunEntry[]>) | undefined;
  /** The run that a report shows. */
  readonly only: string | undefined;
  /** Address of the leaderboard that the page belongs to. */
  readonly board: string | undefined;
  readonly run: (run: string) => Promise<RunView>;
  readonly attempt: (run: string, key: string) => Promise<AttemptView>;
  readonly search: (run: string, text: string) => Promise<readonly SearchHit[]>;
  /** Calls back when data may have changed. Returns a function that ends this. */
  readonly watch: (onChange: () => void) => () => void;
}
