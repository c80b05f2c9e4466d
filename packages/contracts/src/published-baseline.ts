import { z } from 'zod';
import { boundsSchema } from './baseline.ts';
import { digestSchema } from './digest.ts';
import { instanceIdSchema } from './instance-id.ts';
import { testRunSchema } from './test-counts.ts';

/**
 * `baseline.json` of an instance: the measurements of its maintainer. It is not used for scoring,
 * because p_min and f_max depend on the host. Other hosts compare their environment with it.
 */
export const publishedBaselineSchema = z.strictObject({
  schema: z.literal(1),
  instance: instanceIdSchema,
  k: z.int().min(1),
  recipe: digestSchema,
  tool: z.string(),
  base: z.array(testRunSchema),
  golden: z.array(testRunSchema),
  bounds: boundsSchema,
  /** Ids of tests with different results in runs of the same state. */
  flaky: z.array(z.string()),
  measured_at: z.iso.datetime(),
});

export type PublishedBaseline = z.infer<typeof publishedBaselineSchema>;
