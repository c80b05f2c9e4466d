import { METRICS } from '@refbench/scoring';
import { z } from 'zod';

const intervalSchema = z.strictObject({ low: z.number(), high: z.number() }).nullable();
const metricSchema = z.enum(METRICS);
const settingFields = { track: z.string(), mode: z.string() };
const contestantFields = { ...settingFields, agent: z.string() };
const figure = z.number().nullable();
const count = z.int().min(0);

const totalSchema = z.strictObject({
  sum: z.number(),
  mean: figure,
  known: count,
  unknown: count,
});

const summarySchema = z.strictObject({
  ...contestantFields,
  metric: metricSchema,
  n: count,
  mean: z.number(),
  standardError: figure,
  t: intervalSchema,
  bootstrap: intervalSchema,
  wilson: intervalSchema,
  /** The one to quote, within 0..1. */
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
  ...contestantFields,
  instance: z.string(),
  /** From 1, in the order of an agent's attempts at the instance. */
  repeat: z.int().min(1),
  /** `absent`: there is no result, and no plan says that there should be one. */
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
 * report.json, schema 1. Ratios in 0..1, money in US dollars, time in seconds. Everything that the
 * tables and figures show is in here.
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
    /** Of the bootstrap, and of a sampled test. */
    seed: count,
    permutations: count,
    resamples: count,
    absent: z.enum(['zero', 'drop', 'common']),
    cluster: z.enum(['instance', 'repository']),
    includeReference: z.boolean(),
    discoveryRate: z.number(),
  }),
  /** False while there is a hole: the figures are a draft then. */
  publishable: z.boolean(),
  holes: z.array(z.strictObject({ ...contestantFields, instance: z.string(), reason: z.string() })),
  /** Agents that are shown and not tested. */
  references: z.array(z.strictObject(contestantFields)),
  voids: z.array(placeSchema),
  /** Results that count as 0 because something is not there. */
  zeros: z.array(
    z.strictObject({
      ...contestantFields,
      metric: metricSchema,
      instance: z.string(),
      reason: z.string(),
    }),
  ),
  /** Instances that a metric leaves out for every agent. */
  leftOut: z.array(z.strictObject({ ...placeSchema.shape, metric: metricSchema })),
  summaries: z.array(summarySchema),
  /** On how many instances a metric is taken, and how many are left out. */
  coverage: z.array(
    z.strictObject({ ...settingFields, metric: metricSchema, n: count, leftOut: count }),
  ),
  /** By language and by category: the mean and its standard error. */
  breakdowns: z.array(partSchema.extend({ agent: z.string() })),
  /** The same over all runs of the compared agents together. */
  pooled: z.array(partSchema),
  comparisons: z.array(comparisonSchema),
  /** Compared agents by their means, with bootstrap intervals of the rank. */
  ranks: z.array(
    z.strictObject({
      ...contestantFields,
      metric: metricSchema,
      rank: z.int().min(1),
      low: z.int().min(1),
      high: z.int().min(1),
    }),
  ),
  /** Of agents that were tried several times; k of pass@k and pass^k is the place in the list. */
  repeats: z.array(
    z.strictObject({
      ...contestantFields,
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
  /** Lines of patches after the line filter: means, and half of Student's interval. */
  sizes: z.array(
    z.strictObject({
      ...contestantFields,
      n: count,
      lines: sizeSchema,
      added: sizeSchema,
      removed: sizeSchema,
    }),
  ),
  /** Agents of which no two differ at the discovery rate, best first. */
  groups: z.array(
    z.strictObject({ ...settingFields, metric: metricSchema, agents: z.array(z.string()) }),
  ),
  endings: z.array(
    z.strictObject({
      ...contestantFields,
      ending: z.string(),
      reason: z.string(),
      count,
    }),
  ),
  usage: z.array(
    z.strictObject({
      ...contestantFields,
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

/** A report as it is built: of a million cells, each is put together when it is asked for. */
export interface BuiltReport extends Omit<Report, 'cells'> {
  readonly cells: Iterable<Report['cells'][number]>;
}
