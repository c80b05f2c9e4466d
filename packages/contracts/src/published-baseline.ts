import { z } from 'zod';
import { boundsSchema } from './baseline.ts';
import { digestSchema } from './digest.ts';
import { instanceIdSchema } from './instance-id.ts';
import { machineSchema } from './machine.ts';
import { stableTestsSchema } from './named-tests.ts';
import { suiteDurationsSchema, testRunSchema } from './test-counts.ts';

/**
 * `baseline.json` of an instance: the measurements of its maintainer. Other hosts compare their
 * environment with it. p_min and f_max depend on the host, so it only serves for a first look, and only
 * if admission.json vouches for it.
 */
export const publishedBaselineSchema = z.strictObject({
  schema: z.literal(1),
  instance: instanceIdSchema,
  k: z.int().min(1),
  recipe: digestSchema,
  tool: z.string(),
  base: z.array(testRunSchema),
  golden: z.array(testRunSchema),
  /** These fields are absent in files that cannot serve for a first look. */
  durations_ms: suiteDurationsSchema.optional(),
  machine: machineSchema.optional(),
  stable_tests: stableTestsSchema.nullable().optional(),
  bounds: boundsSchema,
  /** Ids of tests with different results in runs of the same state. Absent if nobody looked. */
  flaky: z.array(z.string()).optional(),
  measured_at: z.iso.datetime(),
});

export type PublishedBaseline = z.infer<typeof publishedBaselineSchema>;
