import type { TestRun } from '@refbench/contracts';
import { firstCause } from './log-causes.ts';

/**
 * The requirements for environments. The shares of skipped tests and of tests that only one state passes are ours,
 * the others are the paper's, which also admits suites of ten tests of which three pass.
 */
export const ADMISSION: AdmissionTerms = {
  minTests: 10,
  minPassing: 0.3,
  maxSkipped: 0.3,
  minCommon: 0.5,
  maxSeconds: 900,
  maxBytes: 5 * 2 ** 30,
  runs: 2,
};

export interface AdmissionTerms {
  /** So many must pass, because what crashed is one failed test, however many it has. */
  readonly minTests: number;
  readonly minPassing: number;
  /** A suite that skips more than this share says too little about the code. */
  readonly maxSkipped: number;
  /**
   * If one state passes less than this share of what the other one passes, most of the suite does not run there,
   * and says little about what a refactoring keeps.
   */
  readonly minCommon: number;
  readonly maxSeconds: number;
  /** Maximum size of the image without its base image. */
  readonly maxBytes: number;
  /** Number of runs per state. Their counts must agree. */
  readonly runs: number;
}

export type State = 'base' | 'golden';

/** One run of the suite, offline, in a fresh container. */
export interface ObservedRun {
  readonly state: State;
  readonly run: TestRun;
  /** Names of the tests that did not pass and were not skipped, if the suite names its tests. */
  readonly failing: readonly string[];
  readonly durationMs: number;
  /** The output of the suite, for diagnosis. */
  readonly log: string;
}

/** The measurements that decide about the admission. */
export interface Observation {
  readonly runs: readonly ObservedRun[];
  /** The size of the image without its base image. */
  readonly imageBytes: number;
  /**
   * Lines of `git status` that sourcing setup_shell.sh offline adds on base; empty if the tree stays
   * clean.
   */
  readonly unclean: readonly string[];
}

/** A reason why an environment is not admitted. See `describeFailure` for the hints. */
export type AdmissionFailure =
  | { readonly kind: 'no-verdict'; readonly state: State; readonly reason: string }
  | {
      readonly kind: 'too-few-tests';
      readonly state: State;
      readonly total: number;
      /** The first line of the log that tells a cause, if no test passed. */
      readonly cause?: string | undefined;
    }
  | {
      readonly kind: 'too-few-passing';
      readonly state: State;
      readonly passed: number;
      readonly total: number;
    }
  | {
      readonly kind: 'too-many-skipped';
      readonly state: State;
      readonly skipped: number;
      readonly total: number;
    }
  | { readonly kind: 'uneven'; readonly base: number; readonly golden: number }
  | { readonly kind: 'too-slow'; readonly state: State; readonly seconds: number }
  | {
      readonly kind: 'unstable';
      readonly state: State;
      readonly counts: readonly string[];
    }
  | { readonly kind: 'too-large'; readonly bytes: number }
  | { readonly kind: 'unclean'; readonly lines: readonly string[] };

/** Lists all reasons against an environment, the most fundamental per state. An empty list admits it. */
export function admissionFailures(observation: Observation): readonly AdmissionFailure[] {
  const failures: AdmissionFailure[] = [];
  const notRun: AdmissionFailure[] = [];
  for (const state of ['base', 'golden'] as const) {
    const runs = observation.runs.filter((run) => run.state === state);
    if (runs.length > 0) failures.push(...stateFailures(state, runs));
    else notRun.push({ kind: 'no-verdict', state, reason: 'the suite was not run' });
  }
  if (failures.length + notRun.length === 0) failures.push(...unevenStates(observation));
  if (observation.imageBytes > ADMISSION.maxBytes) {
    failures.push({ kind: 'too-large', bytes: observation.imageBytes });
  }
  if (observation.unclean.length > 0) {
    failures.push({ kind: 'unclean', lines: observation.unclean });
  }
  // A suite is not run where something else is a reason.
  return failures.length > 0 ? failures : notRun;
}

function unevenStates({ runs }: Observation): readonly AdmissionFailure[] {
  const passedOn = (state: State): number =>
    Math.min(
      ...runs.flatMap((one) =>
        one.state === state && one.run.kind === 'counted' ? [one.run.counts.passed] : [],
      ),
    );
  const [base, golden] = [passedOn('base'), passedOn('golden')];
  const share = Math.min(base, golden) / Math.max(base, golden);
  return share < ADMISSION.minCommon ? [{ kind: 'uneven', base, golden }] : [];
}

function stateFailures(state: State, runs: readonly ObservedRun[]): readonly AdmissionFailure[] {
  for (const { run, log } of runs) {
    if (run.kind === 'no-verdict') return [{ kind: 'no-verdict', state, reason: run.reason }];
    const { passed, skipped, total } = run.counts;
    if (total < ADMISSION.minTests) {
      const cause = passed === 0 ? firstCause(log) : undefined;
      return [{ kind: 'too-few-tests', state, total, ...(cause === undefined ? {} : { cause }) }];
    }
    if (passed < ADMISSION.minTests || passed / total < ADMISSION.minPassing) {
      return [{ kind: 'too-few-passing', state, passed, total }];
    }
    if (skipped / total > ADMISSION.maxSkipped) {
      return [{ kind: 'too-many-skipped', state, skipped, total }];
    }
  }
  const failures: AdmissionFailure[] = [];
  const slowest = Math.max(...runs.map(({ durationMs }) => durationMs)) / 1000;
  if (slowest > ADMISSION.maxSeconds) {
    failures.push({ kind: 'too-slow', state, seconds: Math.round(slowest) });
  }
  const counts = runs.map(({ run }) => countsText(run));
  if (new Set(counts).size > 1) failures.push({ kind: 'unstable', state, counts });
  return failures;
}

/** Formats counts as `113 of 115 passed, 1 failed, 1 skipped`, or the reason why there are none. */
export function countsText(run: TestRun): string {
  if (run.kind === 'no-verdict') return `no verdict: ${run.reason}`;
  const { passed, failed, skipped, total } = run.counts;
  return `${passed} of ${total} passed, ${failed} failed, ${skipped} skipped`;
}
