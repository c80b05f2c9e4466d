import type { Metric } from '../figures.ts';
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
import { errorOfMean, studentInterval } from './summary.ts';
import { unitsOf, type ClusterBy } from './units.ts';

/** How paired values differ. Differences are first minus second. */
export interface PairedDescription {
  /** Instances. */
  readonly n: number;
  readonly difference: number;
  /** Student's interval of the mean difference. */
  readonly interval: Interval | null;
  /** BCa bootstrap interval of the mean difference. */
  readonly bootstrap: Interval | null;
  /** Mean difference in standard deviations of the differences (Cohen's d for pairs). */
  readonly effect: number | null;
  /** BCa bootstrap interval of the effect. */
  readonly effectInterval: Interval | null;
  /** The least true difference that would be found with power 0.8 at 0.05. */
  readonly minimumDetectable: number | null;
  /** Instances on which the first is better, worse, equal. */
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
}

/** Two agents on the same instances. */
export interface PairComparison extends Setting, PairedDescription {
  readonly metric: Metric;
  readonly first: string;
  readonly second: string;
  /** Two-sided paired sign-flip permutation test. */
  readonly p: number;
  /** Benjamini and Hochberg's, over all pairs of the metric. */
  readonly q: number;
  readonly method: SignFlipResult['method'];
}

/** At or below this q two agents count as different, as in the paper. */
export const DISCOVERY_RATE = 0.05;

/** One metric's columns under one setting. */
export interface SettingColumns extends Setting {
  readonly columns: Columns;
}

export interface PairOptions extends SignFlipOptions {
  /** Absent: no bootstrap intervals. */
  readonly resampling?: Resampling;
  /** What counts as independent; each instance when absent. */
  readonly cluster?: ClusterBy;
  /** Whether reference agents are tested like any other; they are not when absent. */
  readonly includeReference?: boolean;
}

/**
 * Compares all pairs of agents within each setting, on the instances that both have. The settings are
 * one family: q-values are over all pairs of the metric. Reference agents are in no pair, and so in no
 * family, unless they are asked for. Neither are two agents without a common instance: nothing is known
 * of their difference, and a p-value would say otherwise.
 * @throws RangeError for options of the test that are out of range
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

/** One side of a pair: values by instance, and the units that they come in. */
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
  const whole = new Map(agents.map((agent) => [agent, sideOf(columns, agent, cluster)]));
  return agents.flatMap((first, index) =>
    agents.slice(index + 1).map((second) => {
      const [left, right] = [whole.get(first), whole.get(second)];
      if (left !== undefined && right !== undefined) return { setting, first: left, second: right };
      // One of them lacks instances: both are taken on those that both have.
      const both = (at: number): boolean =>
        [first, second].every((agent) => columns.byAgent.get(agent)?.[at] !== null);
      return {
        setting,
        first: partOf(columns, first, cluster, both),
        second: partOf(columns, second, cluster, both),
      };
    }),
  );
}

/** A side with every instance; undefined where the agent lacks one. Sides are shared by all pairs. */
function sideOf(columns: Columns, agent: string, cluster?: ClusterBy): NamedSide | undefined {
  const complete = columns.byAgent.get(agent)?.every((value) => value !== null) === true;
  return complete ? partOf(columns, agent, cluster) : undefined;
}

function partOf(
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

/** The tests of pairs of units, in their order; units of one number are one family of columns. */
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

/** Everything about a pair but the test. Both sides hold the same instances, in the same units. */
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
    interval: studentInterval(sums, errorOfMean(sums)),
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
