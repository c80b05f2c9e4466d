import { countOf } from '@refbench/base';
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
import { METRIC_NAMES } from './metric-names.ts';
import { percent, type Table } from './table.ts';
import { gridsOfSets } from './merge-results.ts';

/** Input of `planExperiment`. */
export interface ExperimentRequest {
  readonly metric: Metric;
  /** The true difference to detect, as a share of 1. */
  readonly difference: number;
  /** Results from which to estimate standard deviations. Without it, they are given or assumed. */
  readonly from?: ResultSet;
  /** Number of tests to correct for. Defaults to the number of pairs in `from`, or to 1. */
  readonly comparisons?: number;
  readonly power: number;
  /** Standard deviations that replace those of `from`. */
  readonly between?: number;
  readonly within?: number;
}

/** Experiments that would detect a difference, and the power of the present results. */
export interface ExperimentPlan {
  readonly schema: 1;
  readonly kind: 'refbench-plan';
  readonly metric: Metric;
  readonly difference: number;
  readonly power: number;
  readonly comparisons: number;
  /** The origin of the standard deviations. */
  readonly basis: 'given' | 'results' | 'assumed';
  readonly between: number;
  readonly within: number;
  /** `instances` is null if 10 million are not enough. */
  readonly needed: readonly { readonly repeats: number; readonly instances: number | null }[];
  /** Absent without results. */
  readonly present?: {
    readonly instances: number;
    readonly detectable: number | null;
    readonly power: number;
  };
}

/** In the published CodeTaste results, the median over pairs is 0.35 for alignment and 0.5 for Pass. */
const ASSUMED_DEVIATION = 0.4;

const REPEATS = [1, 2, 3, 5, 10];

/**
 * Computes how many instances and attempts are needed to detect a difference between two agents after
 * correction for multiple comparisons.
 * @throws RefbenchError `usage` if the results contain no pair of agents, or an option is out of range
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
      message: `cannot plan the experiment: ${error.message}`,
      hint: 'specify a difference above 0 in percentage points, and a power between 0 and 1',
    });
  }
}

/** Without repeats, the deviation between instances in the results includes the variance of attempts. */
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
      message: `"${from.source.id}" has no two agents with ${metric} on two common instances`,
      hint: 'specify results of two agents with --from, or use --between and --within',
    });
  }
  const counts = settings.flatMap(({ repeats }) =>
    [...(repeats?.values() ?? [])].flatMap((cells) => cells.map(({ length }) => length)),
  );
  const tried = counts.filter((count) => count > 0);
  return { ...spread, repeats: tried.length === 0 ? 1 : least(tried) };
}

/** Formats the plan as a table. */
export function experimentTable(plan: ExperimentPlan): Table {
  const { difference, metric, power, comparisons, between, within, present } = plan;
  const basis = {
    given: 'as specified',
    results: 'estimated from the results',
    assumed: 'assumed (use --from RESULTS or --between to change them)',
  }[plan.basis];
  return {
    id: 'experiment',
    title: `Detecting a difference of ${percent(difference)} in ${METRIC_NAMES[metric]}`,
    head: ['attempts', 'instances', 'total attempts per agent'],
    rows: plan.needed.map(({ repeats, instances }) => [
      String(repeats),
      instances === null ? 'above 10 million' : String(instances),
      instances === null ? '-' : String(instances * repeats),
    ]),
    notes: [
      `Power ${power} at alpha 0.05 after correction for ${countOf(comparisons, 'comparison')}, assuming that no other pair differs.`,
      `Standard deviations, ${basis}: ${percent(between)} of the differences between instances, ${percent(within)} between attempts of one agent on one instance.`,
      ...(within === 0 && plan.basis !== 'given'
        ? [
            'The two cannot be separated without repeated attempts, so more attempts appear useless. Run with --attempts 3 to measure them.',
          ]
        : []),
      ...(present === undefined
        ? []
        : [
            `The present results (${countOf(present.instances, 'instance')}) detect a difference of ${percent(present.detectable)} with that power, and the requested difference with power ${present.power.toFixed(2)}.`,
          ]),
    ],
  };
}
