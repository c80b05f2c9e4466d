import { z } from 'zod';
import { commitIdSchema, repositoryNameSchema } from '../commit.ts';
import { rejectionSchema } from '../rejection.ts';
import { measureSchema } from '../diff-filter/measures.ts';

const identity = { repository: repositoryNameSchema, golden: commitIdSchema };

/** What the repository itself says of a commit. */
export const measurementSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('measured'),
    ...identity,
    base: commitIdSchema,
    /** Paths that differ, a rename being two. */
    paths: z.int(),
    measures: measureSchema,
  }),
  z.strictObject({ kind: z.literal('rejected'), ...identity, why: rejectionSchema }),
]);

export type Measurement = z.infer<typeof measurementSchema>;
export type Measured = Extract<Measurement, { kind: 'measured' }>;
