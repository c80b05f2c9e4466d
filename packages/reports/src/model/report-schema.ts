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
  effect: figure,
  minimumDetectable: figure,
  p: z.number(),
  q: z.number(),
  method: z.enum(['exact', 'sampled']),
  wins: count,
  losses: count,
  ties: count,
});

const cellSchema = z.strictObject({
  ...contestantFields,
  instance: z.string(),
  kind: z.enum(['scored', 'missing', 'hole']),
  reason: z.string().nullable(),
  figures: z.partialRecord(metricSchema, figure),
});

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
    seed: count,
    permutations: count,
    resamples: count,
    discoveryRate: z.number(),
  }),
  /** False while there is a hole: the figures are a draft then. */
  publishable: z.boolean(),
  holes: z.array(z.strictObject({ ...contestantFields, instance: z.string(), reason: z.string() })),
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
  /** By language and by category: the mean and its standard error. */
  breakdowns: z.array(
    z.strictObject({
      ...contestantFields,
      metric: metricSchema,
      by: z.enum(['language', 'category']),
      value: z.string(),
      n: count,
      mean: z.number(),
      standardError: figure,
    }),
  ),
  comparisons: z.array(comparisonSchema),
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
