import { z } from 'zod';
import type { JsonOutput } from './json-output.ts';

export type TiersOutputName =
  | 'tiers-labels'
  | 'tiers-index'
  | 'tiers-sample'
  | 'tiers-scores'
  | 'tiers-comparison';

const count = z.int().min(0);
const figure = z.number().nullable();

const summarySchema = z.looseObject({
  model: z.string(),
  tier: z.string().nullable(),
  n: count,
  failed: count,
  missing: count,
  passes: count,
  pass_rate: figure,
  overlap_mean: figure,
  usd: figure,
});

/** What the commands of `tiers` print with `--json`. */
export const TIERS_OUTPUTS: Readonly<Record<TiersOutputName, JsonOutput>> = {
  'tiers-labels': {
    form: 'object',
    description: 'Thresholds, and how many tickets have each tier.',
    schema: z.strictObject({
      file: z.string(),
      thresholds: z.looseObject({
        fast_days: z.number(),
        few_watches: z.number(),
        busy_assignee: z.number(),
      }),
      slow_days: figure,
      corpus: z.record(z.string(), count),
      distribution: z.record(z.string(), count),
    }),
  },
  'tiers-index': {
    form: 'object',
    description: 'How many tickets have a commit, and what was dropped.',
    schema: z.strictObject({
      file: z.string(),
      entries: count,
      counts: z.looseObject({}),
      dropped: z.looseObject({}),
    }),
  },
  'tiers-sample': {
    form: 'object',
    description: 'How many tickets of each tier there are and were drawn.',
    schema: z.strictObject({
      file: z.string(),
      schema: z.literal(1),
      repository: z.string().nullable(),
      language: z.string(),
      seed: z.int(),
      per_tier: count,
      tiers: z.array(z.strictObject({ tier: z.string(), pool: count, drawn: count })),
      warnings: z.array(z.string()),
    }),
  },
  'tiers-scores': {
    form: 'object',
    description: 'Figures of models, over all tickets and by tier.',
    schema: z.strictObject({ models: z.array(summarySchema), tiers: z.array(summarySchema) }),
  },
  'tiers-comparison': {
    form: 'object',
    description: 'Every figure about one or several models, and with `--study` every claim of it.',
    schema: z.looseObject({
      models: z.array(summarySchema),
      tiers: z.array(summarySchema),
      thresholds: z.array(
        z.looseObject({ model: z.string(), passes: z.array(count), places: z.array(count) }),
      ),
      within: z.looseObject({ tickets: count }).optional(),
      families: z.array(z.looseObject({ name: z.string(), models: z.array(z.string()) })),
      gaps: z.array(z.looseObject({ first: z.string(), second: z.string(), gap: figure })),
      pairs: z.array(
        z.looseObject({
          first: z.string(),
          second: z.string(),
          metric: z.enum(['overlap', 'pass']),
          n: count,
          difference: z.number(),
          p: z.number(),
          q: z.number(),
        }),
      ),
      artefacts: z.array(z.looseObject({ model: z.string() })),
      checks: z.array(
        z.strictObject({
          kind: z.enum(['figure', 'statement']),
          section: z.string(),
          claim: z.string(),
          published: z.string(),
          found: z.string(),
          holds: z.boolean(),
        }),
      ),
    }),
  },
};
