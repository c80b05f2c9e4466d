import type { Metric } from '../figures.ts';
import { benjaminiHochberg } from '../statistics/benjamini-hochberg.ts';
import { mean, sampleDeviation } from '../statistics/describe.ts';
import type { Interval } from '../statistics/interval.ts';
import { minimumDetectableEffect } from '../statistics/minimum-detectable-effect.ts';
import {
  signFlipFamily,
  type ColumnPair,
  type SignFlipOptions,
  type SignFlipResult,
} from '../statistics/sign-flip-test.ts';
import { tInterval } from '../statistics/t-interval.ts';
import type { Columns } from './columns.ts';
import type { Setting } from './observation.ts';

/** Two agents on the same instances. Differences are first minus second. */
export interface PairComparison extends Setting {
  readonly metric: Metric;
  readonly first: string;
  readonly second: string;
  readonly n: number;
  readonly difference: number;
  /** Student's interval of the mean difference. */
  readonly interval: Interval | null;
  /** Mean difference in standard deviations of the differences (Cohen's d for pairs). */
  readonly effect: number | null;
  readonly minimumDetectable: number | null;
  /** Two-sided paired sign-flip permutation test. */
  readonly p: number;
  /** Benjamini and Hochberg's, over all pairs of the metric. */
  readonly q: number;
  readonly method: SignFlipResult['method'];
  /** Instances on which the first is better, worse, equal. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** At or below this q two agents count as different, as in the paper. */
export const DISCOVERY_RATE = 0.05;

/** One metric's columns under one setting. */
export interface SettingColumns extends Setting {
  readonly columns: Columns;
}

/**
 * Compares all pairs of agents within each setting. The settings are one family: q-values are over
 * all pairs of the metric.
 */
export function comparePairs(
  settings: readonly SettingColumns[],
  options: SignFlipOptions,
): readonly PairComparison[] {
  const compared = settings.flatMap((setting) => compareSetting(setting, options));
  const qs = benjaminiHochberg(compared.map(({ p }) => p));
  return compared.map((comparison, index) => ({ ...comparison, q: qs[index] ?? comparison.p }));
}

function compareSetting(
  { track, mode, columns }: SettingColumns,
  options: SignFlipOptions,
): readonly Omit<PairComparison, 'q'>[] {
  const agents = [...columns.byAgent.keys()];
  const values = [...columns.byAgent.values()];
  const pairs = pairsOf(agents.length);
  const tests = signFlipFamily(values, pairs, options);
  return pairs.map(([left, right], index) => {
    const test = tests[index];
    if (test === undefined) throw new Error('every pair has a test');
    return {
      track,
      mode,
      metric: columns.metric,
      first: agents[left] ?? '',
      second: agents[right] ?? '',
      ...describeDifferences(values[left] ?? [], values[right] ?? []),
      p: test.p,
      method: test.method,
    };
  });
}

/** Everything about paired values but the test. */
export function describeDifferences(
  first: readonly number[],
  second: readonly number[],
): Pick<
  PairComparison,
  'n' | 'difference' | 'interval' | 'effect' | 'minimumDetectable' | 'wins' | 'losses' | 'ties'
> {
  const differences = first.map((value, index) => value - (second[index] ?? Number.NaN));
  const deviation = sampleDeviation(differences);
  const difference = differences.length === 0 ? 0 : mean(differences);
  return {
    n: differences.length,
    difference,
    interval: tInterval(differences),
    effect: deviation === null || deviation === 0 ? null : difference / deviation,
    minimumDetectable: minimumDetectableEffect(differences),
    wins: differences.filter((value) => value > 0).length,
    losses: differences.filter((value) => value < 0).length,
    ties: differences.filter((value) => value === 0).length,
  };
}

function pairsOf(count: number): readonly ColumnPair[] {
  const indices = Array.from({ length: count }, (_, index) => index);
  return indices.flatMap((left) => indices.slice(left + 1).map((right) => [left, right] as const));
}
