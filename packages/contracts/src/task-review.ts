import { z } from 'zod';
import { digestSchema } from './digest.ts';

/** One person's review of one text. It is valid only for the bytes with this digest. */
const textReviewSchema = z.strictObject({
  /** Digest of the bytes of `task.<track>.md` at the time of the review. */
  digest: digestSchema,
  reviewed_by: z.string().trim().min(1).max(200),
  /** Day of the review, as `YYYY-MM-DD`. */
  reviewed_at: z.iso.date(),
  /** What the reviewer compared or found. May be empty. */
  notes: z.string(),
});

/** task.review.yaml of an instance: who compared its task texts with golden. */
export const taskReviewSchema = z.strictObject({
  schema: z.literal(1),
  texts: z.strictObject({
    instructed: textReviewSchema.optional(),
    open: textReviewSchema.optional(),
  }),
});

export type TaskReview = z.infer<typeof taskReviewSchema>;
