import { z } from 'zod';
import { digestSchema } from './digest.ts';
import { instanceIdSchema } from './instance-id.ts';

/** Result of one condition for admitting an instance. */
export const gateResultSchema = z.strictObject({
  name: z.string(),
  /** Null if nothing was measured, for example if an instance has no labels; the notes say why. */
  passed: z.boolean().nullable(),
  /** All reasons for rejection. */
  problems: z.array(z.string()),
  /** What was measured, for the reader. */
  notes: z.array(z.string()),
});

/** Digests of the parts of an instance that its admission depends on. */
const partDigestsSchema = z.strictObject({
  instance: digestSchema,
  texts: digestSchema,
  rules: digestSchema,
  environment: digestSchema,
});

export type PartDigests = z.infer<typeof partDigestsSchema>;

/**
 * admission.json, beside instance.yaml: the gates that an instance passed, and the digests of the
 * parts that they examined. A changed part voids it.
 */
export const admissionRecordSchema = z.strictObject({
  schema: z.literal(1),
  instance: instanceIdSchema,
  /** Version of RefBench that examined the instance. */
  tool: z.string(),
  /** ISO 8601, UTC. */
  admitted_at: z.string(),
  digests: partDigestsSchema,
  gates: z.array(gateResultSchema),
});

export type AdmissionRecord = z.infer<typeof admissionRecordSchema>;
