import type { Metric } from '../metrics.ts';
import { quantileOfSorted } from '../statistics/describe.ts';
import { CONFIDENCE, tailOf } from '../statistics/interval.ts';
import { meanOf, MOST_DRAWN_UNITS, type Resampling } from '../statistics/resampling.ts';
import type { ResampleUnit } from '../statistics/resample-unit.ts';
import type { Columns } from './columns.ts';
import { unitsOf, type ClusterBy } from './units.ts';

/** The rank of a compared agent by its mean of one metric. 1 is best. Equal means share a rank. */
export interface Rank {
  readonly agent: string;
  readonly metric: Metric;
  readonly rank: number;
  /** Percentile bootstrap interval of the rank over resampled instances, rounded outwards to ranks. */
  readonly low: number;
  readonly high: number;
}

/** Means that differ by rounding error only are equal. */
const TOLERANCE = 1e-12;

/**
 * Ranks the compared agents with bootstrap intervals, over the instances that all of them have. For more
 * than 1,000 units, it resamples 250 groups of units instead; units 250 apart share a group.
 * @param columns the metric to rank by
 * @param resampling the resamples, shared with other statistics
 * @param options the unit of independence (`instance` by default) and the confidence (0.95 by default)
 * @returns ranks, best first; empty for fewer than two agents or units
 * @throws RangeError if the confidence is not between 0 and 1
 */
export function rankAgents(
  columns: Columns,
  resampling: Resampling,
  { cluster, confidence = CONFIDENCE }: { cluster?: ClusterBy; confidence?: number } = {},
): readonly Rank[] {
  const tail = tailOf(confidence);
  const { compared, byAgent, metric } = columns;
  const isWhole = compared.every((agent) => byAgent.get(agent)?.every((value) => value !== null));
  const hasAllAgents = isWhole
    ? undefined
    : (at: number) => compared.every((agent) => byAgent.get(agent)?.[at] !== null);
  const sides = compared.map((agent) => ({
    agent,
    units: unitsOf(columns, agent, cluster, hasAllAgents),
  }));
  const count = sides[0]?.units.length ?? 0;
  if (sides.length < 2 || count < 2) return [];
  const observed = ranksOf(sides.map(({ units }) => meanOf(units)));
  const means = sides.map(({ units }) => resampling.means(grouped(units)));
  const drawn = sides.map(() => new Float64Array(resampling.samples));
  for (let draw = 0; draw < resampling.samples; draw += 1) {
    const ranks = ranksOf(means.map((own) => own[draw] as number));
    for (const [index, own] of drawn.entries()) own[draw] = ranks[index] as number;
  }
  return sides
    .map(({ agent }, index) => {
      const sorted = (drawn[index] as Float64Array).sort();
      return {
        agent,
        metric,
        rank: observed[index] as number,
        low: Math.floor(quantileOfSorted(sorted, tail)),
        high: Math.ceil(quantileOfSorted(sorted, 1 - tail)),
      };
    })
    .sort((left, right) => left.rank - right.rank);
}

/** Number of groups that replace the units if there are too many to resample. */
const GROUPS = 250;

/** Combines many units into groups. Neighbouring units share a repository, so groups interleave them. */
function grouped(units: readonly ResampleUnit[]): readonly ResampleUnit[] {
  if (units.length <= MOST_DRAWN_UNITS) return units;
  return Array.from({ length: GROUPS }, (_, first) => {
    let total = 0;
    let size = 0;
    for (let at = first; at < units.length; at += GROUPS) {
      const unit = units[at] as ResampleUnit;
      total += unit.total;
      size += unit.size;
    }
    return { total, size };
  });
}

function ranksOf(means: readonly number[]): readonly number[] {
  return means.map((own) => 1 + means.filter((other) => other > own + TOLERANCE).length);
}
