import { z } from 'zod';
import { digestSchema } from './digest.ts';
import { instanceIdSchema } from './instance-id.ts';
import { stableTestsSchema } from './named-tests.ts';
import { suiteDurationsSchema, testRunSchema } from './test-counts.ts';

/** The bounds of Pass (paper, section on test-based evaluation): passed >= p_min and failed <= f_max. */
export const boundsSchema = z.strictObject({
  p_min: z.int().min(0),
  f_max: z.int().min(0),
});
export type Bounds = z.infer<typeof boundsSchema>;

/** k runs of base and of golden on one host. Valid only for the recorded image and recipe. */
export const baselineSchema = z.strictObject({
  schema: z.literal(1),
  instance: instanceIdSchema,
  host: z.string(),
  k: z.int().min(1),
  image: digestSchema,
  recipe: digestSchema,
  tool: z.string(),
  base: z.array(testRunSchema),
  golden: z.array(testRunSchema),
  /** Absent in baselines that are older than this field. */
  durations_ms: suiteDurationsSchema.optional(),
  bounds: boundsSchema,
  /** Null if the suite does not name its tests in every run. */
  stable_tests: stableTestsSchema.nullable(),
  measured_at: z.iso.datetime(),
});

export type Baseline = z.infer<typeof baselineSchema>;
