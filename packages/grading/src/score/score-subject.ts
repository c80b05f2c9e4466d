import type {
  AttemptUsage,
  Baseline,
  ControlsLevel,
  ControlsReport,
  Integrity,
  Limits,
  OriginalTests,
  Outcome,
  PlanAdherence,
  ProvisionalBaseline,
  Score,
  ScorePackages,
  TestRun,
  TestsByName,
} from '@refbench/contracts';
import type { ScanCounts, StrictMeasurement } from '@refbench/rule-engine';
import type { GradableInstance } from '@refbench/instances';
import type { MissingDependencies } from './missing-dependencies.ts';
import type { TreeScan } from '../scan/tree-scan.ts';

/** What is scored: a patch with its measurements, or the reason why there are none. */
export type ScoreSubject =
  | MeasuredPatch
  /** The patch is missing, or does not parse or apply. The model scores zero. */
  | { readonly kind: 'no-patch'; readonly patch: Buffer; readonly reason: string }
  /** The patch could not be measured. The model is not at fault. */
  | { readonly kind: 'infra'; readonly patch: Buffer; readonly reason: string };

/** A patch that applies, and its measurements. */
interface MeasuredPatch {
  readonly kind: 'measured';
  readonly patch: Buffer;
  /** The same change as git prints it. The line numbers of a submitted patch may be inexact. */
  readonly canonical: Buffer;
  /** Null if the instance has no tests. */
  readonly tests: TestRun | null;
  /** Null if the suite does not name its tests on base and golden. */
  readonly named: TestsByName | null;
  /** Result of the original tests, if the patch passes and touches test files. It then decides. */
  readonly original?: OriginalTests | undefined;
  readonly scan: TreeScan;
  /** The refused rules that the tree follows. Undefined if the ruleset has none. */
  readonly refused?: Score['rules'] | undefined;
  readonly integrity: Integrity;
  /** Results of additional suite runs, or null if there were none. */
  readonly controls: ControlsReport | null;
  readonly strict?: StrictMeasurement | undefined;
  /** Packages that could not be had and without which the suite does not pass. */
  readonly missing?: MissingDependencies | undefined;
  readonly packages?: ScorePackages | undefined;
}

/** Input of `scorePatch`. */
export interface ScoreOptions {
  readonly prepared: GradableInstance;
  readonly agent: string;
  readonly attempt: number;
  /** Number of the repeat, from 1. Defaults to 1. */
  readonly repeat?: number;
  readonly outcome: Outcome;
  /** Undefined if the agent needs no model. */
  readonly usage?: AttemptUsage | undefined;
  readonly warnings?: readonly string[] | undefined;
  /** Limits of the container in which the patch was made. */
  readonly attemptLimits?: Limits | undefined;
  /** Present in the modes with plans. */
  readonly planned?: PlanAdherence | undefined;
  readonly subject: ScoreSubject;
  /** The requested level of integrity checks. */
  readonly controls: ControlsLevel;
  /** Null if the instance has no tests. */
  readonly baseline: Baseline | null;
  /** Present if `baseline` is not the complete one of this host. */
  readonly provisional?: ProvisionalBaseline | undefined;
  readonly baseScan: TreeScan;
  /** The match counts against which graded IFR compares the patch. */
  readonly reference: ScanCounts;
  /** Why the instance cannot be scored on this host, other than because of its baseline. */
  readonly instanceFault: string | undefined;
}
