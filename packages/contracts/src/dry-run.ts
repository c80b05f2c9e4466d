import { z } from 'zod';
import { instanceIdSchema, segmentSchema } from './instance-id.ts';

const count = z.int().min(0);
const amount = z.number().min(0).nullable();

/**
 * Output of `refbench run --dry-run --json`: the estimated cost of a run, and the basis of the
 * estimate.
 */
export const dryRunSchema = z.strictObject({
  attempts: count,
  instances: z.array(
    z.strictObject({
      instance: instanceIdSchema,
      /** State of the image. `none`: the instance has no tests, so no image is needed. */
      image: z.enum(['stored', 'to build', 'unknown', 'none']),
      /** Size that the image adds to its base image. Null if it was never built here. */
      bytes: amount,
      /** Agents without a patch for this instance. */
      absent: z.array(segmentSchema),
    }),
  ),
  disk: z.strictObject({
    /** Known size that the images to build will add. */
    to_build_bytes: count,
    /** Number of images to build with unknown size. */
    unknown: count,
    free_bytes: amount,
  }),
  agents: z.array(
    z.strictObject({
      agent: segmentSchema,
      model: z.string().nullable(),
      attempts: count,
      /** Number of earlier attempts on which the estimates are based. 0 if there are none. */
      basis: count,
      /** Description of the basis. */
      basis_text: z.string(),
      minutes_per_attempt: amount,
      usd_per_attempt: amount,
      usd: amount,
    }),
  ),
  /** For the given number of concurrent attempts. Null if an agent has no basis. */
  minutes: amount,
  usd: amount,
  /** Upper limit of the cost: the sum of the budgets. Null if no agent needs a model. */
  usd_at_most: amount,
});

export type DryRun = z.infer<typeof dryRunSchema>;
