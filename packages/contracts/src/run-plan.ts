import { z } from 'zod';
import { digestSchema } from './digest.ts';
import { instanceIdSchema, segmentSchema } from './instance-id.ts';
import { modeSchema, trackSchema } from './instance.ts';
import { limitsSchema } from './limits.ts';
import { planningLimitsSchema } from './planning-limits.ts';

/** run.json: everything that makes two runs the same run. Resuming checks it, never rewrites it. */
export const runPlanSchema = z.strictObject({
  schema: z.literal(1),
  run: segmentSchema,
  created_at: z.iso.datetime(),
  tool: z.string(),
  track: trackSchema,
  mode: modeSchema,
  agents: z.array(
    z.strictObject({
      name: segmentSchema,
      version: z.string(),
      digest: digestSchema,
      /** Absent where the agent needs no model. */
      model: z.string().optional(),
      /** True for an agent that reports show and never test, like golden. */
      reference: z.boolean().optional(),
    }),
  ),
  instances: z.array(instanceIdSchema),
  /** Independent attempts of each agent at each instance; absent for one. */
  repeats: z.int().min(2).optional(),
  /** What one attempt may spend; absent where no agent needs a model. */
  budget_usd: z.number().positive().optional(),
  /** Of the price table, overrides included; absent where no agent needs a model. */
  prices: digestSchema.optional(),
  limits: z.strictObject({ agent: limitsSchema, grade: limitsSchema }),
  /** Of the prompt templates that the mode uses. Plans made before templates existed have none. */
  prompts: digestSchema.optional(),
  /** In the modes with plans: the share of time and money that making plans may take. */
  planning: planningLimitsSchema.optional(),
  /** In multiplan: the model that chooses. */
  judge: z.string().optional(),
});

export type RunPlan = z.infer<typeof runPlanSchema>;
