import type { Label, LabelVote } from '@refbench/contracts';
import { z } from 'zod';

/** The part of a vote that a pass provides. */
export type Answer = Pick<
  LabelVote,
  'rationale' | 'counter_example' | 'candidate_solution' | 'other_major_issues'
> & { readonly label: Label };

const rationale = z
  .string()
  .trim()
  .min(1)
  .max(10_000)
  .describe('two to five sentences, before the label');
const score = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);

export const issueBinarySchema = z
  .strictObject({
    rationale,
    label: z.enum(['well-specified', 'underspecified']),
    candidate_solution: z.boolean(),
  })
  // A binary answer maps to the ends of the full scale.
  .transform(({ label, ...rest }): Answer => ({
    ...rest,
    label: label === 'well-specified' ? 0 : 3,
  }));

export const issueRubricSchema = z
  .strictObject({ rationale, score, candidate_solution: z.boolean() })
  .transform(({ score: label, ...rest }): Answer => ({ ...rest, label }));

export const testsSchema = z
  .strictObject({
    rationale,
    counter_example: z.string().trim().max(10_000).describe('empty only if the score is 0'),
    score,
    other_major_issues: z.boolean(),
  })
  .refine(({ score: label, counter_example }) => label === 0 || counter_example !== '', {
    message: 'a score above 0 needs a counter-example',
    path: ['counter_example'],
  })
  .transform(({ score: label, counter_example, ...rest }): Answer => ({
    ...rest,
    label,
    ...(label === 0 ? {} : { counter_example }),
  }));

export const effortSchema = z
  .strictObject({ rationale, score })
  .transform(({ score: label, ...rest }): Answer => ({ ...rest, label }));
