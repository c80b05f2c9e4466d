import { z } from 'zod';

const count = z.int().min(0);

/** An action that an agent's tool calls show. */
export const activitySchema = z.enum(['tests', 'build', 'linter', 'bulk-substitution', 'search']);

/** A way in which an attempt fell short. Each is decided by a rule that `failure-modes.ts` states. */
export const failureModeSchema = z.enum([
  'nothing-changed',
  'shim-left-behind',
  'replaced-by-pattern',
  'off-topic',
  'tests-broken',
  'stopped-early',
]);

/**
 * What an agent did during one attempt, from its trajectory (CodeTaste study, section 4.2 and
 * appendix C). Step numbers are those of the trajectory.
 */
export const behaviourSchema = z.strictObject({
  /** Number of steps of the agent, and of its tool calls. */
  steps: count,
  toolCalls: count,
  /** Tool calls by activity. */
  activities: z.record(activitySchema, count),
  /** Number of different files that it read, and that it edited with a tool. */
  filesRead: count,
  filesEdited: count,
  /** First step that edits a file, and its share of all steps. Null if there is none. */
  firstEditStep: count.nullable(),
  firstEditShare: z.number().min(0).max(1).nullable(),
  /** Failed tool calls, as far as the observation says so. */
  failedCalls: count,
  /** How the attempt ended, e.g. `completed`, `budget-exceeded`. */
  ending: z.string(),
  failureModes: z.array(
    z.strictObject({
      mode: failureModeSchema,
      /** The observation that the mode follows from, in one sentence. */
      evidence: z.string(),
    }),
  ),
});

export type Activity = z.infer<typeof activitySchema>;
export type FailureMode = z.infer<typeof failureModeSchema>;
export type Behaviour = z.infer<typeof behaviourSchema>;
