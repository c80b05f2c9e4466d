import { z } from 'zod';
import { instanceIdSchema, segmentSchema } from './instance-id.ts';
import { outcomeSchema, verdictSchema } from './outcome.ts';

const phaseNameSchema = z.enum(['plan', 'multiplan', 'judge', 'execute']);

const attempt = {
  instance: instanceIdSchema,
  agent: segmentSchema,
  attempt: z.int().min(1),
  /** Absent for the first of the independent attempts. */
  repeat: z.int().min(2).optional(),
  at: z.iso.datetime(),
};

/** A line of events.jsonl. */
export const journalEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('opened'),
    tool: z.string(),
    pid: z.int(),
    at: z.iso.datetime(),
  }),
  /** What is done for all attempts on an instance. `expected_ms`: estimated duration, null if unknown. */
  z.strictObject({
    kind: z.literal('instance-phase'),
    instance: instanceIdSchema,
    phase: z.string(),
    expected_ms: z.number().min(0).nullable(),
    at: z.iso.datetime(),
  }),
  z.strictObject({
    kind: z.literal('attempt-phase'),
    ...attempt,
    phase: z.string(),
    expected_ms: z.number().min(0).nullable(),
  }),
  /** The complete baseline of this host replaced a provisional one. */
  z.strictObject({
    kind: z.literal('calibrated'),
    instance: instanceIdSchema,
    differences: z.array(z.string()),
    regraded: z.int().min(0),
    at: z.iso.datetime(),
  }),
  z.strictObject({ kind: z.literal('attempt-started'), ...attempt }),
  z.strictObject({ kind: z.literal('phase-started'), ...attempt, phase: phaseNameSchema }),
  /** `adopted_from`: the earlier attempt that had already completed the phase. */
  z.strictObject({
    kind: z.literal('phase-ended'),
    ...attempt,
    phase: phaseNameSchema,
    outcome: outcomeSchema,
    adopted_from: z.int().min(1).nullable(),
  }),
  z.strictObject({ kind: z.literal('attempt-ended'), ...attempt, outcome: outcomeSchema }),
  /** `superseded`: why an earlier score of the same attempt is no longer valid. */
  z.strictObject({
    kind: z.literal('graded'),
    ...attempt,
    verdict: verdictSchema,
    superseded: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal('interrupted'), at: z.iso.datetime() }),
  z.strictObject({ kind: z.literal('finished'), incomplete: z.int().min(0), at: z.iso.datetime() }),
]);

export type JournalEvent = z.infer<typeof journalEventSchema>;
