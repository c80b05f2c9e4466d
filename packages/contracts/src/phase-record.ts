import { z } from 'zod';
import { attemptUsageSchema } from './attempt-usage.ts';
import { digestSchema } from './digest.ts';
import { outcomeSchema } from './outcome.ts';

/** The task of an agent in one container. `direct`: the whole task at once. */
const agentPhaseSchema = z.enum(['direct', 'plan', 'multiplan', 'execute']);
export type AgentPhase = z.infer<typeof agentPhaseSchema>;

const common = {
  schema: z.literal(1),
  /** Absent if nothing was metered. */
  usage: attemptUsageSchema.optional(),
  started_at: z.iso.datetime(),
  duration_ms: z.number().min(0),
  /** The earlier attempt that completed and paid for the phase. Null if this attempt did. */
  adopted_from: z.int().min(1).nullable(),
};

/** Plans that an agent wrote: `plan-0.md` and so on next to the record, either one or five. */
export const planPhaseSchema = z.strictObject({
  ...common,
  phase: z.enum(['plan', 'multiplan']),
  outcome: outcomeSchema,
  /** Everything that the plans depend on. They are not reused with different inputs. */
  inputs: z.strictObject({ image: digestSchema, prompt: digestSchema, agent: digestSchema }),
  plans: z.array(digestSchema),
});
export type PlanPhase = z.infer<typeof planPhaseSchema>;

/** The choice of the judge among the plans, counted from 0. Null if it gave none. */
export const judgePhaseSchema = z.strictObject({
  ...common,
  phase: z.literal('judge'),
  outcome: outcomeSchema,
  inputs: z.strictObject({ prompt: digestSchema, model: z.string() }),
  choice: z.int().min(0).nullable(),
  /** True if the judge could not decide. The first plan is then used. */
  fallback: z.literal(true).optional(),
  reasoning: z.string(),
  /** Number of requests until a valid answer. */
  tries: z.int().min(1),
});
export type JudgePhase = z.infer<typeof judgePhaseSchema>;

/** The execution of one plan. Its log and patch are those of the attempt. */
const executePhaseSchema = z.strictObject({
  ...common,
  phase: z.literal('execute'),
  outcome: outcomeSchema,
  inputs: z.strictObject({ image: digestSchema, prompt: digestSchema, agent: digestSchema }),
});

/** A phase of an attempt in a mode with plans. */
export const phaseRecordSchema = z.discriminatedUnion('phase', [
  planPhaseSchema,
  judgePhaseSchema,
  executePhaseSchema,
]);
export type PhaseRecord = z.infer<typeof phaseRecordSchema>;
