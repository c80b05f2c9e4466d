import { RefbenchError } from '@refbench/contracts';
import {
  columnsOf,
  detectableDifference,
  instancesNeeded,
  least,
  powerOf,
  spreadOf,
  type Metric,
  type PlanInput,
  type Spread,
} from '@refbench/scoring';
import type { ResultSet } from '../sources/result-set.ts';
import { METRIC_NAMES } from '../tables/metric-names.ts';
import { percent, type Table } from '../tables/table.ts';
import { gridsOfSets } from './merge-results.ts';

export interface ExperimentRequest {
  readonly metric: Metric;
  /** The true difference that is to be found, as a share of 1. */
  readonly difference: number;
  /** Results to take the spread from; absent: `spread` is given, or assumed. */
  readonly from?: ResultSet;
  /** Tests that are corrected for; absent: all pairs of `from`, or 1. */
  readonly comparisons?: number;
  readonly power: number;
  /** Standard deviations, which replace those of `from`. */
  readonly between?: number;
  readonly within?: number;
}

/** Experiments that would find a difference, and what the present results can find. */
export interface ExperimentPlan {
  readonly schema: 1;
  readonly kind: 'refbench-plan';
  readonly metric: Metric;
  readonly difference: number;
  readonly power: number;
  readonly comparisons: number;
  /** What the deviations were taken from. */
  readonly basis: 'given' | 'results' | 'assumed';
  readonly between: number;
  readonly within: number;
  /** `instances` is null where 10 million do not do. */
  readonly needed: readonly { readonly repeats: number; readonly instances: number | null }[];
  /** Absent without results. */
  readonly present?: {
    readonly instances: number;
    readonly detectable: number | null;
    readonly power: number;
  };
}

/** The median over pairs of agents in the published CodeTaste results is .35 for alignment, .5 for Pass. */
const ASSUMED_DEVIATION = 0.4;

const REPEATS = [1, 2, 3, 5, 10];

/**
 * How many instances and attempts it takes to find a difference between two agents after correction.
 * @throws RefbenchError `usage` where the results hold no pair of agents, or an option is out of range
 */
export function planExperiment(request: ExperimentRequest): ExperimentPlan {
  const { metric, difference, power } = request;
  const known = request.from === undefined ? undefined : spreadIn(request.from, metric);
  const given = request.between !== undefined || request.within !== undefined;
  const within = request.within ?? known?.within ?? 0;
  const between = request.between ?? betweenOf(known, within) ?? ASSUMED_DEVIATION;
  const comparisons = request.comparisons ?? known?.pairs ?? 1;
  const input: PlanInput = { between, within, power, comparisons };
  try {
    return {
      schema: 1,
      kind: 'refbench-plan',
      metric,
      difference,
      power,
      comparisons,
      basis: given ? 'given' : known === undefined ? 'assumed' : 'results',
      between,
      within,
      needed: (within === 0 ? [1] : REPEATS).map((repeats) => ({
        repeats,
        instances: instancesNeeded(difference, repeats, input),
      })),
      ...(known === undefined ? {} : { present: presentOf(known, difference, input) }),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RefbenchError({
      kind: 'usage',
      message: `such an experiment cannot be planned: ${error.message}`,
      hint: 'give a difference above 0 in percentage points, and a power between 0 and 1',
    });
  }
}

/** Without repeats, what is between instances in the results holds what attempts add. */
function betweenOf(known: KnownSpread | undefined, within: number): number | undefined {
  if (known === undefined || known.within !== null) return known?.between;
  return Math.sqrt(Math.max(0, known.between ** 2 - (2 * within ** 2) / known.repeats));
}

function presentOf(
  { instances, repeats }: KnownSpread,
  difference: number,
  input: PlanInput,
): NonNullable<ExperimentPlan['present']> {
  const detectable = detectableDifference(instances, repeats, input);
  return {
    instances,
    detectable: Number.isFinite(detectable) ? detectable : null,
    power: powerOf(difference, instances, repeats, input),
  };
}

interface KnownSpread extends Spread {
  readonly repeats: number;
}

function spreadIn(from: ResultSet, metric: Metric): KnownSpread {
  const settings = gridsOfSets([from]).flatMap((grid) => columnsOf(grid, metric) ?? []);
  const spread = spreadOf(settings);
  if (spread === null) {
    throw new RefbenchError({
      kind: 'usage',
      message: `"${from.source.id}" holds no two agents with ${metric} on two common instances`,
      hint: 'give results of two agents with --from, or --between and --within',
    });
  }
  const counts = settings.flatMap(({ repeats }) =>
    [...(repeats?.values() ?? [])].flatMap((cells) => cells.map(({ length }) => length)),
  );
  const tried = counts.filter((count) => count > 0);
  return { ...spread, repeats: tried.length === 0 ? 1 : least(tried) };
}

/** The plan as a table for people. */
export function experimentTable(plan: ExperimentPlan): Table {
  const { difference, metric, power, comparisons, between, within, present } = plan;
  const basis = {
    given: 'as given',
    results: 'as in the results',
    assumed: 'assumed: give --from RESULTS, or --between',
  }[plan.basis];
  return {
    id: 'experiment',
    title: `Finding a difference of ${percent(difference)} in ${METRIC_NAMES[metric]}`,
    head: ['attempts', 'instances', 'attempts in all, an agent'],
    rows: plan.needed.map(({ repeats, instances }) => [
      String(repeats),
      instances === null ? 'above 10 million' : String(instances),
      instances === null ? '-' : String(instances * repeats),
    ]),
    notes: [
      `Power ${power} at 0.05 after correction for ${comparisons} comparison(s), as if no other were a discovery.`,
      `Standard deviations, ${basis}: ${percent(between)} between the differences of instances, ${percent(within)} between attempts of one agent at one instance.`,
      ...(within === 0 && plan.basis !== 'given'
        ? [
            'Without repeated attempts the two cannot be told apart, so more attempts seem to gain nothing: run with --attempts 3 to know.',
          ]
        : []),
      ...(present === undefined
        ? []
        : [
            `The present results, ${present.instances} instance(s), find ${percent(present.detectable)} with that power, and the wanted difference with power ${present.power.toFixed(2)}.`,
          ]),
    ],
  };
}
