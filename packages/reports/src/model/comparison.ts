import { RefbenchError } from '@refbench/contracts';
import { compareTwo, METRICS, settingKey, type Side } from '@refbench/scoring';
import { z } from 'zod';
import type { ResultSet } from '../sources/result-set.ts';
import { gridsOfSets } from './merge-results.ts';
import { completeOptions, type ReportOptions } from './report-options.ts';

/** Selects one agent and setting of a source. A field may be omitted if the source has one choice only. */
interface SideChoice {
  readonly agent?: string | undefined;
  readonly track?: string | undefined;
  readonly mode?: string | undefined;
}

const metric = z.enum(METRICS);
const interval = z.strictObject({ low: z.number(), high: z.number() }).nullable();
const count = z.int().min(0);
const difference = z.strictObject({
  instance: z.string(),
  metric,
  first: z.number(),
  second: z.number(),
  difference: z.number(),
  reasons: z.array(z.string()),
});
const sideSchema = z.strictObject({ name: z.string(), source: z.string(), digest: z.string() });

/** Schema 1 of comparison.json: two sides on their common instances. Differences are A - B. */
export const comparisonSchema = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-comparison'),
  first: sideSchema,
  second: sideSchema,
  method: z.strictObject({
    test: z.enum(['exact', 'sampled']),
    seed: count,
    permutations: count,
    resamples: count,
    absent: z.enum(['zero', 'drop', 'common']),
    cluster: z.enum(['instance', 'repository']),
  }),
  instances: z.array(z.string()),
  leftOut: z.array(z.strictObject({ instance: z.string(), reason: z.string() })),
  metrics: z.array(
    z.strictObject({
      metric,
      n: count,
      firstMean: z.number(),
      secondMean: z.number(),
      difference: z.number(),
      interval,
      bootstrap: interval,
      effect: z.number().nullable(),
      effectInterval: interval,
      minimumDetectable: z.number().nullable(),
      p: z.number(),
      /** q-value over the metrics of this comparison. */
      q: z.number(),
      method: z.enum(['exact', 'saddlepoint', 'sampled']),
      wins: count,
      losses: count,
      ties: count,
    }),
  ),
  differences: z.array(difference),
  /** Instances whose Pass is 1 on one side and 0 on the other. */
  flips: z.array(difference),
});

export type Comparison = z.infer<typeof comparisonSchema>;

/** One side of a comparison: a source, and the agent to select from it. */
export interface ChosenSide {
  readonly set: ResultSet;
  readonly choice: SideChoice;
}

/** Compares two agents, or one agent under two settings or in two runs. */
export function buildComparison(
  first: ChosenSide,
  second: ChosenSide,
  given: ReportOptions,
): Comparison {
  const options = completeOptions(given);
  const sides = [chooseSide(first), chooseSide(second)] as const;
  const haveSameName = sides[0].name === sides[1].name;
  // The source distinguishes two runs of the same agent.
  const [left, right] = [first, second].map(({ set }, index) => {
    const side = sides[index] ?? sides[0];
    return haveSameName ? { ...side, name: `${side.name} (${set.source.id})` } : side;
  }) as [Side, Side];
  const { first: _first, second: _second, ...compared } = compareTwo(left, right, options);
  const described = (side: Side, { set }: ChosenSide): Comparison['first'] => ({
    name: side.name,
    source: set.source.id,
    digest: set.source.digest,
  });
  return structuredClone({
    schema: 1,
    kind: 'refbench-comparison',
    first: described(left, first),
    second: described(right, second),
    method: {
      test: options.method,
      seed: options.seed,
      permutations: options.permutations,
      resamples: options.resamples,
      absent: options.absent,
      cluster: options.cluster,
    },
    ...compared,
  }) as Comparison;
}

function chooseSide({ set, choice }: ChosenSide): Side {
  const candidates = gridsOfSets([set]).flatMap((grid) =>
    grid.agents.map((agent) => ({ agent, grid })),
  );
  const matching = candidates.filter(
    ({ agent, grid }) =>
      (choice.agent ?? agent) === agent &&
      (choice.track ?? grid.track) === grid.track &&
      (choice.mode ?? grid.mode) === grid.mode,
  );
  const [chosen] = matching;
  if (chosen === undefined || matching.length > 1) throw ambiguous(set, candidates);
  const { agent, grid } = chosen;
  return {
    name: `${agent} ${settingKey(grid)}`,
    cells: new Map(grid.instances.map((instance) => [instance, grid.cells(agent, instance)])),
  };
}

function ambiguous(
  { source }: ResultSet,
  candidates: readonly { agent: string; grid: { track: string; mode: string } }[],
): RefbenchError {
  const names = candidates.map(({ agent, grid }) => `${agent} ${settingKey(grid)}`);
  return new RefbenchError({
    kind: 'usage',
    message: `the selection matches no agent or several agents in "${source.id}"`,
    hint: `select one with --agent-a, --agent-b, --track and --mode; available: ${names.slice(0, 20).join(', ')}`,
  });
}
