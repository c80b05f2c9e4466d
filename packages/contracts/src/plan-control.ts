import { z } from 'zod';
import { attemptUsageSchema } from './attempt-usage.ts';
import { digestSchema } from './digest.ts';
import { instanceIdSchema, segmentSchema } from './instance-id.ts';

/**
 * A line of plan-control.*.jsonl: the choice of the judge among the five plans of a multiplan
 * attempt and the single one of a plan attempt, presented in a seeded order. Plans 0 to 4 are the
 * five, and 5 is the single one.
 */
export const planControlSchema = z.strictObject({
  schema: z.literal(1),
  instance: instanceIdSchema,
  agent: segmentSchema,
  attempts: z.strictObject({ multiplan: z.int().min(1), plan: z.int().min(1) }),
  plans: z.array(digestSchema).length(6),
  seed: z.string(),
  /** The plan at each position in the prompt. */
  order: z.array(z.int().min(0).max(5)).length(6),
  inputs: z.strictObject({ prompt: digestSchema, model: z.string() }),
  /** The chosen plan, not its position. */
  choice: z.int().min(0).max(5),
  reasoning: z.string(),
  tries: z.int().min(1),
  usage: attemptUsageSchema,
  tool: z.string(),
  at: z.iso.datetime(),
});

export type PlanControl = z.infer<typeof planControlSchema>;
