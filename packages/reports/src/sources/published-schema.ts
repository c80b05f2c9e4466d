import { z } from 'zod';

const count = z.int().min(0);

/** A crashed suite has `failed: -1` and an error. */
const metricsSchema = z.object({
  passed: count,
  failed: z.int().min(-1),
  skipped: count,
  total: count,
  error: z.string().nullable(),
});

/** A line of results.jsonl: the fields of CodeTaste's evaluation_result.json that are used here. */
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
    /** Extension of RefBench: the agent is shown but not tested, like golden. */
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
      { message: 'more rules match than exist' },
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
  /** Extension of RefBench: number of the agent's attempt on the instance, from 1. */
  repeat: z.int().min(1).optional(),
  /** The folder that the line was collected from. Two folders may contain the same track. */
  _dir: z.string().optional(),
});

export type PublishedResult = z.infer<typeof publishedResultSchema>;
