import type { Baseline } from '@refbench/contracts';
import type { TestOutcomes } from '../grade/test-ids.ts';

export type SuiteState = 'base' | 'golden';

/** What is known of the runs of one state beyond their counts. */
export interface SuiteRuns {
  /** One a run; undefined where the suite names no tests. */
  readonly tests: readonly (TestOutcomes | undefined)[];
  readonly durationsMs: readonly number[];
}

/** k runs of base and of golden on this host, and what is odd about them. */
export interface Calibration {
  readonly schema: 1;
  readonly baseline: Baseline;
  readonly durations_ms: Readonly<Record<SuiteState, readonly number[]>>;
  /** Whether the suite names its tests; without it, flaky tests show as counts that differ. */
  readonly names_tests: boolean;
  readonly flaky: readonly FlakyTest[];
  readonly warnings: readonly SuiteWarning[];
  readonly drift: readonly Drift[];
  /** Why no attempt on the instance can be scored here; null where it can. */
  readonly fault: string | null;
}

/** A test that did not end alike in all runs of one state. */
export interface FlakyTest {
  readonly id: string;
  readonly state: SuiteState;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Runs that did not know the test. */
  readonly absent: number;
}

export interface SuiteWarning {
  readonly kind:
    | 'no-verdict'
    | 'counts-differ'
    | 'does-not-add-up'
    | 'stops-early'
    | 'loses-tests'
    | 'slow';
  readonly state: SuiteState | 'both';
  readonly reason: string;
  readonly hint: string;
}

/** Counts that another host published and this one does not reproduce. */
export interface Drift {
  /** The file they stand in. */
  readonly source: string;
  readonly state: SuiteState;
  readonly count: 'passed' | 'failed' | 'skipped' | 'total';
  readonly published: Range;
  readonly here: Range;
}

export interface Range {
  readonly min: number;
  readonly max: number;
}
