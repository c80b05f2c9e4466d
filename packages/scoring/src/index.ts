/**
 * Scores of refactorings and their statistics, as pure functions.
 *
 * @example
 * Scores one patch from test counts and rule counts:
 * ```ts
 * import { alignment, bounds, instructionFollowing, pass } from '@refbench/scoring';
 *
 * const counted = (passed: number, failed: number) => ({
 *   kind: 'counted' as const,
 *   counts: { passed, failed, skipped: 0, total: passed + failed },
 * });
 * const limits = bounds([counted(98, 2), counted(97, 3)], [counted(99, 1)]);
 * const ifr = instructionFollowing({
 *   additive: { matched: 3, total: 4 },
 *   reductive: { unmatched: 2, total: 2 },
 * });
 * alignment(pass(counted(98, 2), limits), ifr); // { additive: 0.75, reductive: 1, total: 5 / 6 }
 * ```
 *
 * @module @refbench/scoring
 */
export { alignment } from './alignment.ts';
export { excludedPath } from './path-filter.ts';
export { bounds } from './bounds.ts';
export type { ChangedLine } from './changed-line.ts';
export { instructionFollowing, type RuleCounts } from './instruction-following.ts';
export { nullReasons } from './null-reasons.ts';
export { pass } from './pass.ts';
export { precision, type Precision } from './precision.ts';
export { substantiveLines, type CommentLookup, type KnownComments } from './substantive-lines.ts';
export type { ChangedLines } from './whitespace-pairs.ts';
export { METRICS, TEST_METRICS, f1, metricsOf, solved, type Metric } from './metrics.ts';
export { gradedFollowing } from './graded-following.ts';
export { cohenKappa } from './agreement/cohen-kappa.ts';
export type { AlphaLevel } from './agreement/distance.ts';
export { judgeAccuracy, type JudgeAccuracy } from './agreement/judge-accuracy.ts';
export { alphaInterval, krippendorffAlpha, type Unit } from './agreement/krippendorff-alpha.ts';
export { columnsOf, type AbsentPolicy, type Columns } from './aggregate/columns.ts';
export { compareTwo, type Side } from './aggregate/compare-two.ts';
export { gridsOf, settingKey, type Grid, type PlannedCells } from './aggregate/grid.ts';
export type { Cell } from './aggregate/cell.ts';
export { indistinguishableGroups } from './aggregate/indistinguishable-groups.ts';
export type {
  InstanceFacts,
  Observation,
  Result,
  Setting,
  Usage,
} from './aggregate/observation.ts';
export { comparePairs, DISCOVERY_RATE } from './aggregate/pairwise.ts';
export { rankAgents } from './aggregate/ranks.ts';
export { passAtK, passHatK, summariseRepeats } from './aggregate/repeats.ts';
export { spreadOf, type Spread } from './aggregate/spread.ts';
export type { ClusterBy } from './aggregate/units.ts';
export { summarise, type Summary } from './aggregate/summary.ts';
export { countEndings, usageTotals } from './aggregate/usage-totals.ts';
export { binomialTest } from './statistics/binomial-test.ts';
export { benjaminiHochberg } from './statistics/benjamini-hochberg.ts';
export { bcaInterval } from './statistics/bootstrap.ts';
export {
  least,
  mean,
  quantileOfSorted,
  sampleDeviation,
  standardError,
} from './statistics/describe.ts';
export { CONFIDENCE, type Interval } from './statistics/interval.ts';
export { minimumDetectableEffect } from './statistics/minimum-detectable-effect.ts';
export {
  detectableDifference,
  instancesNeeded,
  powerOf,
  type PlanInput,
} from './statistics/planning.ts';
export { Resampling } from './statistics/resampling.ts';
export { randomBelow, randomWords } from './statistics/random-words.ts';
export {
  signFlipFamily,
  signFlipTest,
  type SignFlipOptions,
  type SignFlipResult,
} from './statistics/sign-flip-test.ts';
export { tHalfWidth, tInterval } from './statistics/t-interval.ts';
export { wilsonInterval } from './statistics/wilson-interval.ts';
export type { FileLines, Languages } from './strict/file-lines.ts';
export { strictFollowing, type StrictFollowing } from './strict/strict-following.ts';
export {
  isSignificant,
  lineKey,
  type ChangeHunk,
  type DiffLine,
  type FileChange,
  type TreeChange,
} from './strict/tree-change.ts';
