import { z } from 'zod';
import { commitIdSchema, repositoryNameSchema } from '../commit/commit.ts';
import { rejectionSchema } from '../commit/rejection.ts';
import { measureSchema } from './measures.ts';

const identity = { repository: repositoryNameSchema, golden: commitIdSchema };

/** Measures of a commit, read from its repository. */
export const measurementSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('measured'),
    ...identity,
    base: commitIdSchema,
    /** Number of changed paths. A rename counts as two. */
    paths: z.int(),
    measures: measureSchema,
  }),
  z.strictObject({ kind: z.literal('rejected'), ...identity, why: rejectionSchema }),
]);

export type Measurement = z.infer<typeof measurementSchema>;
export type Measured = Extract<Measurement, { kind: 'measured' }>;
