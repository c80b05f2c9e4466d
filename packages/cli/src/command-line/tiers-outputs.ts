import { z } from 'zod';
import type { JsonOutput } from './json-outputs.ts';

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
export const TIERS_OUTPUTS: Readonly<Record<'tiers-comparison', JsonOutput>> = {
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
