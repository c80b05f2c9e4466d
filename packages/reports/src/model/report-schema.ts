import { METRICS } from '@refbench/scoring';
import { z } from 'zod';

const intervalSchema = z.strictObject({ low: z.number(), high: z.number() }).nullable();
const metricSchema = z.enum(METRICS);
const settingFields = { track: z.string(), mode: z.string() };
const agentFields = { ...settingFields, agent: z.string() };
const figure = z.number().nullable();
const count = z.int().min(0);

const totalSchema = z.strictObject({
  sum: z.number(),
  mean: figure,
  known: count,
  unknown: count,
});

const summarySchema = z.strictObject({
  ...agentFields,
  metric: metricSchema,
  n: count,
  mean: z.number(),
  standardError: figure,
  t: intervalSchema,
  bootstrap: intervalSchema,
  wilson: intervalSchema,
  /** The interval to report, within 0..1. */
  interval: intervalSchema,
  zeros: count,
  dropped: z.strictObject({ n: count, mean: figure }),
});

const comparisonSchema = z.strictObject({
  ...settingFields,
  metric: metricSchema,
  first: z.string(),
  second: z.string(),
  n: count,
  difference: z.number(),
  interval: intervalSchema,
  bootstrap: intervalSchema,
  effect: figure,
  effectInterval: intervalSchema,
  minimumDetectable: figure,
  p: z.number(),
  q: z.number(),
  method: z.enum(['exact', 'saddlepoint', 'sampled']),
  wins: count,
  losses: count,
  ties: count,
});

const cellSchema = z.strictObject({
  ...agentFields,
  instance: z.string(),
  /** Number of the agent's attempt on the instance, from 1. */
  repeat: z.int().min(1),
  /** `hole`: the infrastructure failed. `absent`: there is no result, and none was planned. */
  kind: z.enum(['scored', 'missing', 'hole', 'absent']),
  reason: z.string().nullable(),
  figures: z.partialRecord(metricSchema, figure),
});

const partSchema = z.strictObject({
  ...settingFields,
  metric: metricSchema,
  by: z.enum(['language', 'category']),
  value: z.string(),
  n: count,
  mean: z.number(),
  standardError: figure,
});

const sizeSchema = z.strictObject({ mean: z.number(), halfWidth: figure });

const placeSchema = z.strictObject({ ...settingFields, instance: z.string(), reason: z.string() });

/**
 * Schema 1 of report.json. It contains all data of the tables and figures. Ratios are in 0..1, money is
 * in US dollars, time in seconds.
 */
export const reportSchema = z.strictObject({
  schema: z.literal(1),
  kind: z.literal('refbench-report'),
  sources: z.array(
    z.strictObject({
      kind: z.enum(['run', 'results']),
      id: z.string(),
      digest: z.string(),
      tools: z.array(z.string()),
      notes: z.array(z.string()),
    }),
  ),
  method: z.strictObject({
    confidence: z.number(),
    test: z.enum(['exact', 'sampled']),
    /** Seed of the bootstrap and of a sampled test. */
    seed: count,
    permutations: count,
    resamples: count,
    absent: z.enum(['zero', 'drop', 'common']),
    cluster: z.enum(['instance', 'repository']),
    includeReference: z.boolean(),
    discoveryRate: z.number(),
  }),
  /** False if there are holes. The results are then a draft. */
  publishable: z.boolean(),
  holes: z.array(z.strictObject({ ...agentFields, instance: z.string(), reason: z.string() })),
  /** Agents that are shown and not tested. */
  references: z.array(z.strictObject(agentFields)),
  voids: z.array(placeSchema),
  /** Results that count as 0 because a result or a metric is missing. */
  zeros: z.array(
    z.strictObject({
      ...agentFields,
      metric: metricSchema,
      instance: z.string(),
      reason: z.string(),
    }),
  ),
  /** Instances that are excluded from a metric for all agents. */
  leftOut: z.array(z.strictObject({ ...placeSchema.shape, metric: metricSchema })),
  summaries: z.array(summarySchema),
  /** Number of instances that a metric includes and excludes. */
  coverage: z.array(
    z.strictObject({ ...settingFields, metric: metricSchema, n: count, leftOut: count }),
  ),
  /** Mean and standard error by language and by category. */
  breakdowns: z.array(partSchema.extend({ agent: z.string() })),
  /** Mean and standard error by language and by category, over all runs of the compared agents. */
  pooled: z.array(partSchema),
  comparisons: z.array(comparisonSchema),
  /** Compared agents ranked by their means, with bootstrap intervals of the rank. */
  ranks: z.array(
    z.strictObject({
      ...agentFields,
      metric: metricSchema,
      rank: z.int().min(1),
      low: z.int().min(1),
      high: z.int().min(1),
    }),
  ),
  /** Agents with repeats. Entry i of pass@k and pass^k is for k = i + 1. */
  repeats: z.array(
    z.strictObject({
      ...agentFields,
      metric: metricSchema,
      n: count,
      fewest: count,
      most: count,
      mean: z.number(),
      within: figure,
      between: figure,
      best: z.number(),
      passAtK: z.array(z.number()),
      passHatK: z.array(z.number()),
    }),
  ),
  /** Lines of patches after the line filter: means, and half the width of the t interval. */
  sizes: z.array(
    z.strictObject({
      ...agentFields,
      n: count,
      lines: sizeSchema,
      added: sizeSchema,
      removed: sizeSchema,
    }),
  ),
  /** Groups of agents in which no two differ at the discovery rate, best first. */
  groups: z.array(
    z.strictObject({ ...settingFields, metric: metricSchema, agents: z.array(z.string()) }),
  ),
  endings: z.array(
    z.strictObject({
      ...agentFields,
      ending: z.string(),
      reason: z.string(),
      count,
    }),
  ),
  usage: z.array(
    z.strictObject({
      ...agentFields,
      attempts: count,
      costUsd: totalSchema,
      inputTokens: totalSchema,
      outputTokens: totalSchema,
      seconds: totalSchema,
    }),
  ),
  cells: z.array(cellSchema),
});

export type Report = z.infer<typeof reportSchema>;

/** A report without its cells: all means, intervals and tests. */
export type ReportFigures = Omit<Report, 'cells'>;

/** A report in memory. Its cells are created on demand, because there may be a million of them. */
export interface BuiltReport extends ReportFigures {
  readonly cells: Iterable<Report['cells'][number]>;
}
