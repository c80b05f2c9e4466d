import type { Score } from '@refbench/contracts';

/** What an attempt is at. `planning` and `judging` come only in the modes with plans. */
export type AttemptPhase =
  | 'planning'
  | 'judging'
  | 'inferring'
  | 'harvesting'
  | 'scanning'
  | 'testing'
  /** The suite runs again after a Pass, to see whether it still notices faults. */
  | 'controlling';

/** What a viewer of a run is told. Listeners get frozen events and cannot fail the run. */
export type ProgressEvent =
  | {
      readonly kind: 'planned';
      readonly run: string;
      readonly folder: string;
      readonly attempts: number;
    }
  | { readonly kind: 'preparing'; readonly instance: string; readonly message: string }
  | {
      readonly kind: 'phase';
      readonly instance: string;
      readonly agent: string;
      readonly attempt: number;
      /** Absent for the first of the independent attempts. */
      readonly repeat?: number;
      readonly phase: AttemptPhase;
    }
  /** Text that the agent wrote, as it came. */
  | {
      readonly kind: 'output';
      readonly instance: string;
      readonly agent: string;
      readonly attempt: number;
      readonly repeat?: number;
      readonly text: string;
    }
  /** Dollars that the attempt has cost so far. */
  | {
      readonly kind: 'spent';
      readonly instance: string;
      readonly agent: string;
      readonly attempt: number;
      readonly repeat?: number;
      readonly usd: number;
    }
  /** There is nothing to score: no patch was given. */
  | {
      readonly kind: 'absent';
      readonly instance: string;
      readonly agent: string;
      readonly reason: string;
    }
  /** `reused`: nothing was done, an earlier command had finished it. */
  | { readonly kind: 'scored'; readonly score: Score; readonly reused: boolean }
  /** The attempt stays without a score; the run ends as incomplete. */
  | {
      readonly kind: 'failed';
      readonly instance: string;
      readonly agent: string;
      readonly reason: string;
      /** What to do about it; empty where nothing but trying again is known. */
      readonly hint: string;
    };

export type ProgressListener = (event: ProgressEvent) => void;

/** Calls a listener that may be broken: a viewer must not cost a result. */
export function notify(listener: ProgressListener, event: ProgressEvent): void {
  try {
    listener(Object.freeze(event));
  } catch {
    // Nobody to tell: the listener was the one who tells.
  }
}
