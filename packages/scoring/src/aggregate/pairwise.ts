import type { Metric } from '../figures.ts';
import { benjaminiHochberg } from '../statistics/benjamini-hochberg.ts';
import { mean, sampleDeviation } from '../statistics/describe.ts';
import type { Interval } from '../statistics/interval.ts';
import { minimumDetectableEffect } from '../statistics/minimum-detectable-effect.ts';
import {
  signFlipFamily,
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
  const described = settings.flatMap(describePairs);
  const tests = testAll(described, options);
  const qs = benjaminiHochberg(tests.map(({ p }) => p));
  return described.map(({ values: _values, ...comparison }, index) => {
    const { p = 1, method = 'exact' } = tests[index] ?? {};
    return { ...comparison, p, method, q: qs[index] ?? p };
  });
}

type Untested = Omit<PairComparison, 'p' | 'q' | 'method'> & {
  /** The two columns. */
  readonly values: readonly [readonly number[], readonly number[]];
};

function describePairs({ track, mode, columns }: SettingColumns): readonly Untested[] {
  const agents = [...columns.byAgent];
  return agents.flatMap(([first, left], index) =>
    agents.slice(index + 1).map(([second, right]) => ({
      track,
      mode,
      metric: columns.metric,
      first,
      second,
      ...describeDifferences(left, right),
      values: [left, right] as const,
    })),
  );
}

/** Columns of one length are tested as one family, which draws the sign patterns once. */
function testAll(
  described: readonly Untested[],
  options: SignFlipOptions,
): readonly SignFlipResult[] {
  const results = new Map<Untested, SignFlipResult>();
  for (const length of new Set(described.map(({ n }) => n))) {
    const family = described.filter(({ n }) => n === length);
    const columns = [...new Set(family.flatMap(({ values }) => values))];
    const places = new Map(columns.map((column, place) => [column, place]));
    const pairs = family.map(
      ({ values: [left, right] }) => [places.get(left) ?? -1, places.get(right) ?? -1] as const,
    );
    for (const [index, result] of signFlipFamily(columns, pairs, options).entries()) {
      const pair = family[index];
      if (pair !== undefined) results.set(pair, result);
    }
  }
  return described.flatMap((pair) => results.get(pair) ?? []);
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
