import { z } from 'zod';
import { diffDimensionSchema, messageDimensionSchema } from './combined-score.ts';

/** The score by which a commit was ranked. */
export const scoreSchema = z.discriminatedUnion('scorer', [
  z.strictObject({ scorer: z.literal('signals'), score: z.number() }),
  z.strictObject({
    scorer: z.literal('model'),
    /** (message + 3 * diff) / 4 */
    score: z.number(),
    model: z.string(),
    message: messageDimensionSchema,
    diff: diffDimensionSchema,
    usd: z.number(),
  }),
]);

export type CommitScore = z.infer<typeof scoreSchema>;
