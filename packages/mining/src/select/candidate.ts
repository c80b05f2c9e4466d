import { instanceIdSchema, instanceSchema } from '@refbench/contracts';
import { z } from 'zod';
import { commitIdSchema, repositoryNameSchema } from '../commit/commit.ts';
import { measureSchema } from '../diff-filter/measures.ts';
import { scoreSchema } from '../scoring/score-record.ts';

/** One line of candidates.jsonl: a commit that may become an instance. */
export const candidateSchema = z.strictObject({
  schema: z.literal(1),
  /** The id of the future instance. */
  id: instanceIdSchema,
  rank: z.int().positive(),
  repository: repositoryNameSchema,
  repository_id: z.int().optional(),
  /** Number of the pull request. */
  number: z.int().optional(),
  base: commitIdSchema,
  golden: commitIdSchema,
  title: z.string(),
  body: z.string(),
  merged_at: z.string().optional(),
  stars: z.int().optional(),
  language: instanceSchema.shape.language,
  category: z.string(),
  /** SPDX id of the licence file at base. */
  licence: z.string(),
  paths: z.int(),
  measures: measureSchema,
  score: scoreSchema,
});

export type Candidate = z.infer<typeof candidateSchema>;
