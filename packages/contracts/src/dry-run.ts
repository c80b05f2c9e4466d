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
      /** Estimated minutes to build the image. 0 if it is stored, null if nothing is recorded. */
      build_minutes: amount,
      /** Estimated minutes of the runs of the suite that come before the first attempt. */
      calibration_minutes: amount,
      /** Estimated minutes to grade one attempt. */
      grading_minutes: amount,
      /** Where the durations were recorded. */
      times_from: z.enum(['this host', 'the admission', 'nothing']),
      /** Agents without a patch for this instance. */
      absent: z.array(segmentSchema),
    }),
  ),
  disk: z.strictObject({
    /** Number of base images and environments to build. */
    images: count,
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
  /** Estimated minutes with the given number of concurrent attempts, as far as they are known. */
  time: z.strictObject({
    /** Base images and environments. */
    build_minutes: amount,
    /** Number of base images and environments to build whose time nobody recorded. */
    unknown_builds: count,
    calibration_minutes: amount,
    /** Agents and grading. Null if an agent has no basis. */
    attempt_minutes: amount,
    /** Until the first attempt starts. */
    first_attempt_minutes: amount,
    /** How many times longer work takes here than where it was recorded. Null if nothing was. */
    slowness: amount,
  }),
  /** The whole run. Null if a part is unknown. */
  minutes: amount,
  /** The parts of the whole run that are known. */
  known_minutes: z.number().min(0),
  usd: amount,
  /** Upper limit of the cost: the sum of the budgets. Null if no agent needs a model. */
  usd_at_most: amount,
});

export type DryRun = z.infer<typeof dryRunSchema>;
