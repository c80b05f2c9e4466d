import type { Metric } from '../metrics.ts';
import { benjaminiHochberg } from '../statistics/benjamini-hochberg.ts';
import { effectSize } from '../statistics/effect-size.ts';
import type { Interval } from '../statistics/interval.ts';
import { minimumDetectableEffect } from '../statistics/minimum-detectable-effect.ts';
import { bcaOfDifference, type Resampling } from '../statistics/resampling.ts';
import type { ResampleUnit } from '../statistics/resample-unit.ts';
import {
  signFlipFamily,
  type SignFlipOptions,
  type SignFlipResult,
} from '../statistics/sign-flip-test.ts';
import { differenceOf, meanOfSums, sumsOf } from '../statistics/unit-sums.ts';
import type { Columns } from './columns.ts';
import type { Setting } from './observation.ts';
import { standardErrorOfMean, studentInterval } from './summary.ts';
import { unitsOf, type ClusterBy } from './units.ts';

/** Describes paired differences, first minus second. */
export interface PairedDescription {
  /** Number of instances. */
  readonly n: number;
  readonly difference: number;
  /** Student's t interval of the mean difference. */
  readonly interval: Interval | null;
  /** BCa bootstrap interval of the mean difference. */
  readonly bootstrap: Interval | null;
  /** Mean difference divided by the standard deviation of the differences (Cohen's d for pairs). */
  readonly effect: number | null;
  /** BCa bootstrap interval of the effect size. */
  readonly effectInterval: Interval | null;
  /** Minimum detectable effect at power 0.8 and alpha 0.05. */
  readonly minimumDetectable: number | null;
  /** Number of instances on which the first agent is better, worse, or equal. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** The comparison of two agents on the same instances. */
export interface PairComparison extends Setting, PairedDescription {
  readonly metric: Metric;
  readonly first: string;
  readonly second: string;
  /** Two-sided p-value of the paired sign-flip permutation test. */
  readonly p: number;
  /** Benjamini-Hochberg q-value. The family is all pairs of the metric. */
  readonly q: number;
  readonly method: SignFlipResult['method'];
}

/** Two agents differ if their q-value is at most this false discovery rate, as in the paper. */
export const DISCOVERY_RATE = 0.05;

/** The columns of one metric under one track and mode. */
export interface SettingColumns extends Setting {
  readonly columns: Columns;
}

/** Options of `comparePairs`. */
export interface PairOptions extends SignFlipOptions {
  /** Bootstrap intervals are omitted if this is absent. */
  readonly resampling?: Resampling;
  /** The unit of independence. Defaults to `instance`. */
  readonly cluster?: ClusterBy;
  /** Whether to test reference agents like any other agent. Defaults to false. */
  readonly includeReference?: boolean;
}

/**
 * Compares all pairs of agents within each setting, on the instances that both have. All settings form
 * one family: q-values are corrected over all pairs of the metric. Reference agents are excluded from
 * pairs and from the family unless `includeReference` is set.
 * Pairs without a common instance are left out too: nothing is known about their difference.
 * Source: CodeTaste (v2): paired sign-flip permutation tests, corrected by Benjamini-Hochberg.
 * @param settings the columns of one metric, one entry per track and mode
 * @returns one comparison per pair, in the order of settings and agents
 * @throws RangeError if a test option is out of range
 */
export function comparePairs(
  settings: readonly SettingColumns[],
  options: PairOptions = {},
): readonly PairComparison[] {
  const pairs = settings
    .flatMap((setting) => pairsOf(setting, options))
    .filter(({ first }) => first.values.length > 0);
  const tests = testPairs(
    pairs.map(({ first, second }) => [first.units, second.units] as const),
    options,
  );
  const qs = benjaminiHochberg(tests.map(({ p }) => p));
  return pairs.map(({ setting: { track, mode, columns }, first, second }, index) => {
    const { p, method } = tests[index] as SignFlipResult;
    return {
      track,
      mode,
      metric: columns.metric,
      first: first.agent,
      second: second.agent,
      ...describePair(first, second, options),
      p,
      method,
      q: qs[index] as number,
    };
  });
}

/** One side of a pair: values per instance, and the independent units that hold them. */
export interface PairSide {
  readonly values: readonly number[];
  readonly units: readonly ResampleUnit[];
}

interface NamedSide extends PairSide {
  readonly agent: string;
}

function pairsOf(
  setting: SettingColumns,
  { cluster, includeReference = false }: PairOptions,
): readonly { setting: SettingColumns; first: NamedSide; second: NamedSide }[] {
  const { columns } = setting;
  const agents = includeReference
    ? [...columns.byAgent.keys()]
    : columns.compared.filter((agent) => columns.byAgent.has(agent));
  const completeSides = new Map(
    agents.map((agent) => [agent, completeSide(columns, agent, cluster)]),
  );
  return agents.flatMap((first, index) =>
    agents.slice(index + 1).map((second) => {
      const [left, right] = [completeSides.get(first), completeSides.get(second)];
      if (left !== undefined && right !== undefined) return { setting, first: left, second: right };
      // One agent lacks some instances, so the pair is compared on the common ones.
      const both = (at: number): boolean =>
        [first, second].every((agent) => columns.byAgent.get(agent)?.[at] !== null);
      return {
        setting,
        first: partialSide(columns, first, cluster, both),
        second: partialSide(columns, second, cluster, both),
      };
    }),
  );
}

/** The side of an agent with all instances, shared by its pairs. Undefined if an instance is missing. */
function completeSide(columns: Columns, agent: string, cluster?: ClusterBy): NamedSide | undefined {
  const complete = columns.byAgent.get(agent)?.every((value) => value !== null) === true;
  return complete ? partialSide(columns, agent, cluster) : undefined;
}

function partialSide(
  columns: Columns,
  agent: string,
  cluster: ClusterBy | undefined,
  keeps?: (at: number) => boolean,
): NamedSide {
  const values = columns.byAgent.get(agent) ?? [];
  return {
    agent,
    values: values.filter((value, at): value is number => value !== null && keeps?.(at) !== false),
    units: unitsOf(columns, agent, cluster, keeps),
  };
}

/** Tests pairs of units and returns the results in order. Pairs with equal unit counts share samples. */
export function testPairs(
  pairs: readonly (readonly [readonly ResampleUnit[], readonly ResampleUnit[]])[],
  options: SignFlipOptions,
): readonly SignFlipResult[] {
  const results: SignFlipResult[] = [];
  const lengths = new Set(pairs.map(([{ length }]) => length));
  for (const length of lengths) {
    const family = [...pairs.entries()].filter(([, [first]]) => first.length === length);
    const sides = [...new Set(family.flatMap(([, pair]) => pair))];
    const places = new Map(sides.map((side, place) => [side, place]));
    const tests = signFlipFamily(
      sides.map((side) => Array.from(sumsOf(side).totals)),
      family.map(([, [first, second]]) => [places.get(first) ?? -1, places.get(second) ?? -1]),
      options,
    );
    for (const [at, test] of tests.entries()) results[family[at]?.[0] ?? -1] = test;
  }
  return results;
}

/** Describes a pair without testing it. Both sides must hold the same instances in the same units. */
export function describePair(
  first: PairSide,
  second: PairSide,
  { resampling }: Pick<PairOptions, 'resampling'> = {},
): PairedDescription {
  const sums = differenceOf(first.units, second.units);
  const perUnit = Array.from(sums.totals, (total, at) => total / (sums.sizes[at] as number));
  const effect = effectSize(perUnit, resampling);
  return {
    n: first.values.length,
    difference: first.values.length === 0 ? 0 : meanOfSums(sums),
    interval: studentInterval(sums, standardErrorOfMean(sums)),
    bootstrap:
      resampling === undefined ? null : bcaOfDifference(first.units, second.units, resampling),
    effect: effect?.effect ?? null,
    effectInterval: effect?.interval ?? null,
    minimumDetectable: minimumDetectableEffect(perUnit),
    ...winsOf(first.values, second.values),
  };
}

function winsOf(
  first: readonly number[],
  second: readonly number[],
): Pick<PairedDescription, 'wins' | 'losses' | 'ties'> {
  let wins = 0;
  let losses = 0;
  for (const [index, value] of first.entries()) {
    const difference = value - (second[index] as number);
    if (difference > 0) wins += 1;
    else if (difference < 0) losses += 1;
  }
  return { wins, losses, ties: first.length - wins - losses };
}
