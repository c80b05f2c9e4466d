import type { Baseline } from '@refbench/contracts';
import type { TestOutcomes } from './test-ids.ts';

export type SuiteState = 'base' | 'golden';

/** Details of the runs of one state, apart from their counts. */
export interface SuiteRuns {
  /** One entry per run; undefined if the suite names no tests. */
  readonly tests: readonly (TestOutcomes | undefined)[];
  readonly durationsMs: readonly number[];
}

/** k runs of base and golden on this host, and their anomalies. */
export interface Calibration {
  readonly schema: 1;
  readonly baseline: Baseline;
  readonly durations_ms: Readonly<Record<SuiteState, readonly number[]>>;
  /**
   * Whether the suite names its tests. Without names, flaky tests only show as different counts.
   */
  readonly names_tests: boolean;
  readonly flaky: readonly FlakyTest[];
  readonly warnings: readonly SuiteWarning[];
  readonly drift: readonly Drift[];
  /** Why no attempt on the instance can be scored on this host; null if it can. */
  readonly fault: string | null;
}

/** A test whose outcome differs between runs of the same state. */
export interface FlakyTest {
  readonly id: string;
  readonly state: SuiteState;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Runs without the test. */
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

/** Published counts that this host does not reproduce. */
export interface Drift {
  /** The file with the counts. */
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
