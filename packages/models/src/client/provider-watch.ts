import { RefbenchError } from '@refbench/contracts';
import type { AskResult } from './ask-until-fits.ts';

/** After this many consecutive failures, the provider counts as unreachable. */
const MOST_FAILURES = 12;

/**
 * Ends a command whose provider does not answer any more: recording a failure and going on would
 * otherwise fail every question that is left.
 */
export class ProviderWatch {
  private consecutive = 0;

  /** @throws RefbenchError kind `infra-incomplete` after twelve questions without an answer in a row */
  note(asked: AskResult<unknown>): void {
    if (asked.kind === 'answered' || !asked.provider) {
      this.consecutive = 0;
      return;
    }
    this.consecutive += 1;
    if (this.consecutive < MOST_FAILURES) return;
    throw new RefbenchError({
      kind: 'infra-incomplete',
      message: `${MOST_FAILURES} consecutive calls failed: ${asked.reason}`,
      hint: 'run the same command later; it asks only what has no answer',
    });
  }
}
