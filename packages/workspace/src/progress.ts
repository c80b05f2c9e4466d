import type { Score } from '@refbench/contracts';

/** The current phase of an attempt. `planning` and `judging` occur only in the modes with plans. */
export type AttemptPhase =
  | 'planning'
  | 'judging'
  | 'inferring'
  | 'collecting'
  | 'scanning'
  | 'testing'
  /** The suite runs again after a Pass, to check that it still detects faults. */
  | 'controlling';

/** What is done for all attempts on an instance, before they start or beside them. */
export type InstancePhase =
  | 'preparing the image'
  | 'matching rules'
  | 'calibrating'
  /** Attempts run meanwhile, with a baseline that is not the complete one of this host. */
  | 'calibrating beside the attempts'
  | 'ready';

/** An event for the viewers of a run. Listeners receive frozen events and cannot fail the run. */
export type ProgressEvent =
  | {
      readonly kind: 'planned';
      readonly run: string;
      readonly folder: string;
      readonly attempts: number;
      /** Estimated duration of the run. Null or absent if a part is unknown. */
      readonly expected_ms?: number | null;
    }
  | { readonly kind: 'preparing'; readonly instance: string; readonly message: string }
  | {
      readonly kind: 'instance-phase';
      readonly instance: string;
      readonly phase: InstancePhase;
      /** Estimated duration. Null if nothing is recorded. */
      readonly expected_ms: number | null;
    }
  /** The complete baseline of this host replaced a provisional one. */
  | {
      readonly kind: 'calibrated';
      readonly instance: string;
      /** How the complete baseline differs from the provisional one; empty if it does not. */
      readonly differences: readonly string[];
      /** Number of attempts that were graded again. */
      readonly regraded: number;
    }
  | {
      readonly kind: 'phase';
      readonly instance: string;
      readonly agent: string;
      readonly attempt: number;
      /** Absent for the first repeat. */
      readonly repeat?: number;
      readonly phase: AttemptPhase;
      /** Estimated duration. Null or absent if nothing is recorded. */
      readonly expected_ms?: number | null;
    }
  /** Output of the agent. */
  | {
      readonly kind: 'output';
      readonly instance: string;
      readonly agent: string;
      readonly attempt: number;
      readonly repeat?: number;
      readonly text: string;
    }
  /** Cost of the attempt so far, in dollars. */
  | {
      readonly kind: 'spent';
      readonly instance: string;
      readonly agent: string;
      readonly attempt: number;
      readonly repeat?: number;
      readonly usd: number;
    }
  /** There is nothing to score, because no patch was submitted. */
  | {
      readonly kind: 'absent';
      readonly instance: string;
      readonly agent: string;
      readonly reason: string;
    }
  /** `reused`: an earlier command had already produced the score. */
  | { readonly kind: 'scored'; readonly score: Score; readonly reused: boolean }
  /** The attempt has no score. The run ends as incomplete. */
  | {
      readonly kind: 'failed';
      readonly instance: string;
      readonly agent: string;
      readonly reason: string;
      /** Suggested action; empty if the only action is a retry. */
      readonly hint: string;
    };

export type ProgressListener = (event: ProgressEvent) => void;

/** Calls a listener. A broken viewer must not cost a result. */
export function notify(listener: ProgressListener, event: ProgressEvent): void {
  try {
    listener(Object.freeze(event));
  } catch {
    // The listener is the only one who could report the error.
  }
}
