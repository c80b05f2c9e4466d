import { z } from 'zod';
import { digestSchema } from './digest.ts';
import { instanceIdSchema } from './instance-id.ts';
import { machineSchema } from './machine.ts';
import { suiteDurationsSchema } from './test-counts.ts';

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

/** How large an image is, and how long its build took. */
const builtImageSchema = z.strictObject({
  /** What the image adds to the image below it. */
  bytes: z.int().min(0),
  /** Null if the image existed and no build of it is recorded. */
  build_ms: z.number().min(0).nullable(),
});

export type BuiltImage = z.infer<typeof builtImageSchema>;

/** What the admission measured, from which other hosts estimate how long a run takes. */
const admissionMeasuresSchema = z.strictObject({
  machine: machineSchema,
  base_image: builtImageSchema,
  image: builtImageSchema,
  suite_ms: suiteDurationsSchema,
  /** Digest of baseline.json, which contains the runs of the admission. */
  baseline: digestSchema,
});

export type AdmissionMeasures = z.infer<typeof admissionMeasuresSchema>;

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
  /** Absent without tests, and in records that are older than this field. */
  measured: admissionMeasuresSchema.optional(),
});

export type AdmissionRecord = z.infer<typeof admissionRecordSchema>;
