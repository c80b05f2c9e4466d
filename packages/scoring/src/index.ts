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
export { excludedPath, type PathKind } from './path-filter.ts';
export { bounds } from './bounds.ts';
export type { ChangedLine } from './changed-line.ts';
export { instructionFollowing, type RuleCounts } from './instruction-following.ts';
export { nullReasons, type SideSentences } from './null-reasons.ts';
export { pass } from './pass.ts';
export { precision, type LineCount, type Precision, type PrecisionInput } from './precision.ts';
export { substantiveLines, type CommentLookup, type KnownComments } from './substantive-lines.ts';
export type { ChangedLines } from './whitespace-pairs.ts';
export {
  METRICS,
  TEST_METRICS,
  RATES,
  f1,
  metricsOf,
  solved,
  type MetricValues,
  type MetricSource,
  type Metric,
} from './metrics.ts';
export { gradedFollowing, type RuleMatches } from './graded-following.ts';
export { cohenKappa } from './agreement/cohen-kappa.ts';
export type { AlphaLevel } from './agreement/distance.ts';
export { judgeAccuracy, type JudgeAccuracy, type JudgeCase } from './agreement/judge-accuracy.ts';
export { alphaInterval, krippendorffAlpha, type Unit } from './agreement/krippendorff-alpha.ts';
export { columnsOf, type AbsentPolicy, type Columns, type Zero } from './aggregate/columns.ts';
export {
  compareTwo,
  type InstanceDifference,
  type Side,
  type TwoSides,
  type TwoSidesOptions,
} from './aggregate/compare-two.ts';
export { gridsOf, settingKey, type Grid, type PlannedCells } from './aggregate/grid.ts';
export type { Cell } from './aggregate/cell.ts';
export { indistinguishableGroups } from './aggregate/indistinguishable-groups.ts';
export type {
  InstanceFacts,
  Observation,
  PatchSize,
  Result,
  Setting,
  Usage,
} from './aggregate/observation.ts';
export {
  comparePairs,
  DISCOVERY_RATE,
  type PairComparison,
  type PairOptions,
  type SettingColumns,
} from './aggregate/pairwise.ts';
export { rankAgents, type Rank } from './aggregate/ranks.ts';
export { passAtK, passHatK, summariseRepeats, type RepeatSummary } from './aggregate/repeats.ts';
export { spreadOf, type Spread } from './aggregate/spread.ts';
export { repositoryOf, type ClusterBy } from './aggregate/units.ts';
export { summarise, type Summary, type SummaryOptions } from './aggregate/summary.ts';
export {
  countEndings,
  usageTotals,
  type EndingCount,
  type Total,
  type UsageTotals,
} from './aggregate/usage-totals.ts';
export { binomialTest } from './statistics/binomial-test.ts';
export { benjaminiHochberg } from './statistics/benjamini-hochberg.ts';
export {
  bcaInterval,
  bootstrapDistribution,
  type BootstrapOptions,
  type Statistic,
} from './statistics/bootstrap.ts';
export {
  least,
  mean,
  quantileOfSorted,
  sampleDeviation,
  standardError,
} from './statistics/describe.ts';
export { CONFIDENCE, type Interval } from './statistics/interval.ts';
export {
  minimumDetectableEffect,
  type DetectionOptions,
} from './statistics/minimum-detectable-effect.ts';
export {
  detectableDifference,
  instancesNeeded,
  powerOf,
  type PlanInput,
} from './statistics/planning.ts';
export { Resampling } from './statistics/resampling.ts';
export { normalQuantile } from './statistics/normal.ts';
export { randomBelow, randomWords, type RandomWords } from './statistics/random-words.ts';
export {
  signFlipFamily,
  signFlipTest,
  type ColumnPair,
  type SignFlipOptions,
  type SignFlipResult,
} from './statistics/sign-flip-test.ts';
export { tHalfWidth, tInterval } from './statistics/t-interval.ts';
export { wilsonInterval } from './statistics/wilson-interval.ts';
export type { FileLines, Languages } from './strict/file-lines.ts';
export {
  strictFollowing,
  type StrictFollowing,
  type StrictInput,
} from './strict/strict-following.ts';
export {
  isSignificant,
  lineKey,
  type ChangeHunk,
  type DiffLine,
  type FileChange,
  type TreeChange,
} from './strict/tree-change.ts';
