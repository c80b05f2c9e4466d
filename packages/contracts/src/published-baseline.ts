import { z } from 'zod';
import { boundsSchema } from './baseline.ts';
import { digestSchema } from './digest.ts';
import { instanceIdSchema } from './instance-id.ts';
import { testRunSchema } from './test-counts.ts';

/**
 * `baseline.json` beside an instance: what its maintainer measured. It scores nothing, since p_min and
 * f_max are each host's own; it tells another host whether its environment behaves alike.
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
  /** Ids of tests that did not end alike in all runs of one state. */
  flaky: z.array(z.string()),
  measured_at: z.iso.datetime(),
});

export type PublishedBaseline = z.infer<typeof publishedBaselineSchema>;
