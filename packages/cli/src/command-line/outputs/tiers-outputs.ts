import { z } from 'zod';
import type { JsonOutput } from './json-output.ts';
import { count, figure, interval } from './output-parts.ts';

export type TiersOutputName =
  | 'tiers-labels'
  | 'tiers-index'
  | 'tiers-sample'
  | 'tiers-scores'
  | 'tiers-predictions'
  | 'tiers-comparison';

const summarySchema = z.strictObject({
  model: z.string(),
  tier: z.string().nullable(),
  n: count,
  failed: count,
  missing: count,
  passes: count,
  pass_rate: figure,
  pass_interval: interval,
  file_hits: count,
  overlap_mean: figure,
  overlap_sd: figure,
  overlap_interval: interval,
  input_mean: figure,
  output_mean: figure,
  usd: figure,
});

const withinSchema = z.strictObject({
  tickets: count,
  mean_range: z.number(),
  max_range: z.number(),
  widest: z.string(),
  without_overlap: z.array(z.string()),
  variance: z
    .strictObject({
      tickets: z.number(),
      models: z.number(),
      rest: z.number(),
    })
    .nullable(),
});

const pairSchema = z.strictObject({
  first: z.string(),
  second: z.string(),
  metric: z.enum(['overlap', 'pass']),
  n: count,
  difference: z.number(),
  interval,
  p: z.number(),
  method: z.string(),
  q: z.number(),
});

const artefactsSchema = z.strictObject({
  model: z.string(),
  misses: z.array(z.strictObject({ key: z.string(), overlap: z.number() })),
  capped: z.array(z.string()),
  empty: z.array(z.string()),
  unscored: z.array(z.strictObject({ key: z.string(), reason: z.string() })),
});

/** The `--json` outputs of the commands of `tiers`. */
export const TIERS_OUTPUTS: Readonly<Record<TiersOutputName, JsonOutput>> = {
  'tiers-labels': {
    form: 'object',
    description: 'The thresholds and the number of tickets per tier.',
    schema: z.strictObject({
      file: z.string(),
      thresholds: z.strictObject({
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
    description: 'The number of tickets with a commit, and the number dropped by reason.',
    schema: z.strictObject({
      file: z.string(),
      entries: count,
      counts: z.strictObject({
        refs: count,
        commits: count,
        mentioning: count,
        keyed: count,
        labelled: count,
        keys: count,
        entries: count,
      }),
      dropped: z.strictObject({
        unlabelled: count,
        other_commit_taken: count,
        root: count,
        merge: count,
        no_source: count,
      }),
    }),
  },
  'tiers-sample': {
    form: 'object',
    description: 'The number of available and drawn tickets per tier.',
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
    description: 'The results of each model over all tickets and per tier.',
    schema: z.strictObject({ models: z.array(summarySchema), tiers: z.array(summarySchema) }),
  },
  'tiers-predictions': {
    form: 'object',
    description: 'What became of each answer, by model, and where its patches are.',
    schema: z.strictObject({
      models: z.array(
        z.strictObject({
          model: z.string(),
          path: z.string(),
          digest: z.string(),
          rows: z.array(
            z.strictObject({
              key: z.string(),
              outcome: z.enum(['patch', 'no-patch', 'no-answer', 'no-instance']),
              reason: z.string(),
            }),
          ),
        }),
      ),
    }),
  },
  'tiers-comparison': {
    form: 'object',
    description:
      'All results of one or more models. With `--study`, also the check of every claim of the study.',
    schema: z.strictObject({
      models: z.array(summarySchema),
      tiers: z.array(summarySchema),
      thresholds: z.array(
        z.strictObject({ model: z.string(), passes: z.array(count), places: z.array(count) }),
      ),
      within: withinSchema.optional(),
      families: z.array(
        z.strictObject({
          name: z.string(),
          models: z.array(z.string()),
          overlap: z.number(),
          inner_gap: figure,
        }),
      ),
      gaps: z.array(z.strictObject({ first: z.string(), second: z.string(), gap: figure })),
      pairs: z.array(pairSchema),
      artefacts: z.array(artefactsSchema),
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
