import { z } from 'zod';
import { missingPackageSchema } from './package-record.ts';

const infraCauseSchema = z.enum([
  'engine-gone',
  'container-lost',
  'posture',
  'image',
  'disk',
  'harvest',
  'agent-setup',
  /** The judge of a multiplan gave no valid answer. */
  'judge',
  /** The provider of the model failed for longer than the gateway retries. */
  'provider',
  /** The budget of the run was spent before that of the attempt. */
  'run-budget',
  'verdict',
  'rules',
]);

export type InfraCause = z.infer<typeof infraCauseSchema>;

/** How an attempt ended, with the evidence. The first cause decides. */
export const outcomeSchema = z.discriminatedUnion('kind', [
  /**
   * `oom_seen`: a child process was killed for lack of memory, although the agent itself ended with
   * 0.
   */
  z.strictObject({ kind: z.literal('completed'), oom_seen: z.boolean() }),
  z.strictObject({
    kind: z.literal('timed-out'),
    limit: z.enum(['wall-clock', 'idle']),
    limit_ms: z.int().positive(),
  }),
  z.strictObject({
    kind: z.literal('budget-exceeded'),
    budget_usd: z.number().nonnegative(),
    spent_usd: z.number().nonnegative(),
  }),
  z.strictObject({ kind: z.literal('out-of-memory'), limit_bytes: z.int().positive() }),
  z.strictObject({
    kind: z.literal('storage-exceeded'),
    limit_bytes: z.int().positive(),
    enforcement: z.enum(['kernel', 'advisory']),
  }),
  z.strictObject({ kind: z.literal('agent-failed'), exit_code: z.int() }),
  /** The agent ended without the plan or all the plans that the mode requires. */
  z.strictObject({ kind: z.literal('no-plan'), reason: z.string() }),
  /** The final tree exceeded a limit on reading it: entries, or milliseconds. */
  z.strictObject({
    kind: z.literal('harvest-exceeded'),
    limit: z.enum(['entries', 'time']),
    limit_value: z.int().positive(),
  }),
  /** The patch needs packages that could not be had, and the suite does not pass without them. */
  z.strictObject({
    kind: z.literal('dependencies-missing'),
    packages: z.array(missingPackageSchema),
    responsible: z.enum(['model', 'instance']),
  }),
  z.strictObject({ kind: z.literal('infra-failed'), cause: infraCauseSchema, detail: z.string() }),
]);

export type Outcome = z.infer<typeof outcomeSchema>;

/** Who is responsible for a result. Only `model` counts for the agent. */
export const verdictSchema = z.enum(['model', 'infra', 'instance']);
export type Verdict = z.infer<typeof verdictSchema>;
