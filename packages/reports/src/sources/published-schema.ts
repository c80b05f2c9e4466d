import { z } from 'zod';

const count = z.int().min(0);

/** `failed: -1` and an error mark a suite that crashed. */
const metricsSchema = z.object({
  passed: count,
  failed: z.int().min(-1),
  skipped: count,
  total: count,
  error: z.string().nullable(),
});

/** A line of results.jsonl: evaluation_result.json of the CodeTaste reference, as far as it is used. */
export const publishedResultSchema = z.object({
  instance_metadata: z.object({
    owner: z.string(),
    repo: z.string(),
    base_hash: z.string().regex(/^[0-9a-f]{40}$/),
    golden_metrics: metricsSchema.nullable(),
    base_metrics: metricsSchema.nullable(),
  }),
  agent_config: z.object({
    id: z.string().min(1),
    /** Ours: the agent is shown and never tested, like golden. */
    reference: z.boolean().optional(),
  }),
  agent_test_metrics: metricsSchema.nullable(),
  agent_rule_metrics: z
    .object({
      positive_rules_matched: count,
      negative_rules_matched: count,
      total_positive_rules: count,
      total_negative_rules: count,
      ifr: z.number(),
      positive_ifr: z.number(),
      negative_ifr: z.number(),
    })
    .refine(
      (rules) =>
        rules.positive_rules_matched <= rules.total_positive_rules &&
        rules.negative_rules_matched <= rules.total_negative_rules,
      { message: 'more rules match than there are' },
    ),
  inference_metadata: z
    .object({
      cost_usd: z.number().nullable().default(null),
      finish_reason: z.string(),
      start_time: z.string().nullish(),
      finish_time: z.string().nullish(),
      description_type: z.string().nullish(),
      mode: z.string().nullish(),
      additional: z
        .object({
          tokens: z
            .object({ input_tokens: count.nullish(), output_tokens: count.nullish() })
            .nullish(),
        })
        .nullish(),
    })
    .nullable(),
  /** Ours: which of several attempts of the agent at the instance, from 1. */
  repeat: z.int().min(1).optional(),
  /** The folder that the line was collected from; two folders may hold one track. */
  _dir: z.string().optional(),
});

export type PublishedResult = z.infer<typeof publishedResultSchema>;
