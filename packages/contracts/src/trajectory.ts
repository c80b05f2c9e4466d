import { z } from 'zod';

const count = z.int().min(0);

/**
 * Token usage of one step according to the client. Charges are based on the ledger of the gateway.
 */
const stepMetricsSchema = z.strictObject({
  prompt_tokens: count.optional(),
  completion_tokens: count.optional(),
  cached_tokens: count.optional(),
  cost_usd: z.number().optional(),
});

const stepSchema = z.strictObject({
  step_id: z.int().min(1),
  timestamp: z.string().optional(),
  source: z.enum(['system', 'user', 'agent']),
  model_name: z.string().optional(),
  message: z.string(),
  reasoning_content: z.string().optional(),
  tool_calls: z
    .array(
      z.strictObject({
        tool_call_id: z.string(),
        function_name: z.string(),
        arguments: z.record(z.string(), z.unknown()),
      }),
    )
    .optional(),
  observation: z
    .strictObject({
      results: z.array(
        z.strictObject({ source_call_id: z.string().optional(), content: z.string() }),
      ),
    })
    .optional(),
  metrics: stepMetricsSchema.optional(),
});

/** trajectory.json: the Agent Trajectory Interchange Format, version 1.7. */
export const trajectorySchema = z.strictObject({
  schema_version: z.literal('ATIF-v1.7'),
  session_id: z.string(),
  agent: z.strictObject({
    name: z.string(),
    version: z.string(),
    model_name: z.string().optional(),
  }),
  steps: z.array(stepSchema),
  final_metrics: z
    .strictObject({
      total_prompt_tokens: count.optional(),
      total_completion_tokens: count.optional(),
      total_cost_usd: z.number().optional(),
      total_steps: count,
    })
    .optional(),
});

export type Trajectory = z.infer<typeof trajectorySchema>;
export type TrajectoryStep = z.infer<typeof stepSchema>;
