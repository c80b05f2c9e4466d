import { z } from 'zod';
import { instanceIdSchema, segmentSchema } from './instance-id.ts';

const count = z.int().min(0);
const amount = z.number().min(0).nullable();

/** What `refbench run --dry-run --json` prints: what a run would take, and what tells so. */
export const dryRunSchema = z.strictObject({
  attempts: count,
  instances: z.array(
    z.strictObject({
      instance: instanceIdSchema,
      /** Whether an image of it is stored already. */
      image: z.enum(['stored', 'to build', 'unknown']),
      /** What its image adds to its base image; null where it was never built here. */
      bytes: amount,
      /** Agents that have nothing to score on it. */
      absent: z.array(segmentSchema),
    }),
  ),
  disk: z.strictObject({
    /** What the images that are still to be built add, as far as it is known. */
    to_build_bytes: count,
    /** Images to build whose size is not known. */
    unknown: count,
    free_bytes: amount,
  }),
  agents: z.array(
    z.strictObject({
      agent: segmentSchema,
      model: z.string().nullable(),
      attempts: count,
      /** Earlier attempts that the estimates rest on; 0: there is no basis. */
      basis: count,
      /** What the basis is, in words. */
      basis_text: z.string(),
      minutes_per_attempt: amount,
      usd_per_attempt: amount,
      usd: amount,
    }),
  ),
  /** With the given number of attempts at a time; null where an agent has no basis. */
  minutes: amount,
  usd: amount,
  /** No run costs more: the budgets; null where no agent asks for a model. */
  usd_at_most: amount,
});

export type DryRun = z.infer<typeof dryRunSchema>;
