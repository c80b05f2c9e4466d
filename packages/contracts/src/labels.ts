import { z } from 'zod';
import { digestSchema } from './digest.ts';

/**
 * The criteria of labels. `issue`: is it clear what to do? `tests`: do the tests accept every
 * correct solution and no other? `effort`: how long does an engineer who knows the code need?
 */
export const labelCriterionSchema = z.enum(['issue', 'tests', 'effort']);
export type LabelCriterion = z.infer<typeof labelCriterionSchema>;

/** For `issue` and `tests` 0 is best. For `effort`: < 15 min, 15 min to 1 h, 1 to 4 h, > 4 h. */
export const labelSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export type Label = z.infer<typeof labelSchema>;

/** The label of one annotator, or a failed pass. */
export const labelVoteSchema = z.strictObject({
  /** Name of a model or a person. */
  annotator: z.string().min(1).max(200),
  kind: z.enum(['model', 'person']),
  /** Number of the pass from 1. A person votes once. */
  pass: z.int().min(1),
  label: labelSchema.nullable(),
  rationale: z.string(),
  /** Why there is no label. Null if there is one. */
  failure: z.string().min(1).nullable(),
  /** Digest of the prompt. Null for a person, who sees the rubric. */
  prompt: digestSchema.nullable(),
  /**
   * For `tests` above 0: a correct solution that the tests reject, or a wrong one that they accept.
   */
  counter_example: z.string().optional(),
  /** For `issue`: true if the text already contains a solution. */
  candidate_solution: z.boolean().optional(),
  /** For `tests`: true if anything else makes the instance unusable. */
  other_major_issues: z.boolean().optional(),
});
export type LabelVote = z.infer<typeof labelVoteSchema>;

const shareSchema = z.number().min(0).max(1).nullable();

const criterionLabelsSchema = z.strictObject({
  /** Null if every pass failed. */
  label: labelSchema.nullable(),
  decided_by: z.enum(['majority', 'median', 'single', 'moderator']).nullable(),
  /** Whose votes count. Votes of people take precedence. */
  decided_among: z.enum(['models', 'people']),
  /** True if the votes that count contain both {0, 1} and {2, 3}. */
  controversial: z.boolean(),
  /**
   * Agreement of the passes of models: share of pairs with equal labels, and mean similarity of
   * rationales.
   */
  confidence: z.strictObject({ labels: shareSchema, rationales: shareSchema }),
  votes: z.array(labelVoteSchema),
  /** Decision of a moderator, which overrides the votes. */
  decision: z
    .strictObject({
      moderator: z.string().min(1),
      label: labelSchema,
      rationale: z.string().min(1),
    })
    .optional(),
});
export type CriterionLabels = z.infer<typeof criterionLabelsSchema>;

/** labels.json of an instance, or one line of the labels of a dataset. */
export const labelsSchema = z.strictObject({
  schema: z.literal(1),
  instance: z.string().min(1),
  /** Subject of the labels. Labels of a different text or commit are not valid. */
  subject: z.strictObject({ issue: digestSchema, change: digestSchema }),
  /** `binary` uses only 0 and 3. */
  issue_scale: z.enum(['binary', 'rubric']),
  issue: criterionLabelsSchema,
  tests: criterionLabelsSchema,
  effort: criterionLabelsSchema,
  /** Majority of those who assessed other major issues. Null if nobody did. */
  other_major_issues: z.boolean().nullable(),
});
export type Labels = z.infer<typeof labelsSchema>;
