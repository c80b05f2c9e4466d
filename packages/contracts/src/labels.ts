import { z } from 'zod';
import { digestSchema } from './digest.ts';

/**
 * What an instance is labelled for. `issue`: is it clear what to do? `tests`: do the tests accept every
 * right solution and no other? `effort`: how long does an engineer who knows the code need?
 */
export const labelCriterionSchema = z.enum(['issue', 'tests', 'effort']);
export type LabelCriterion = z.infer<typeof labelCriterionSchema>;

/** For `issue` and `tests` 0 is best. For `effort`: < 15 min, 15 min to 1 h, 1 to 4 h, > 4 h. */
export const labelSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export type Label = z.infer<typeof labelSchema>;

/** One annotator's label, or a pass that failed. */
export const labelVoteSchema = z.strictObject({
  /** A model's name, or a person's. */
  annotator: z.string().min(1).max(200),
  kind: z.enum(['model', 'person']),
  /** 1-based; a person votes once. */
  pass: z.int().min(1),
  label: labelSchema.nullable(),
  rationale: z.string(),
  /** Why there is no label; null where there is one. */
  failure: z.string().min(1).nullable(),
  /** Of the words that the annotator was asked with; null for a person who was shown the rubric. */
  prompt: digestSchema.nullable(),
  /** `tests` above 0: a right solution that the tests refuse, or a wrong one that they accept. */
  counter_example: z.string().optional(),
  /** `issue`: whether the text already holds a solution. */
  candidate_solution: z.boolean().optional(),
  /** `tests`: whether anything else makes the instance unusable. */
  other_major_issues: z.boolean().optional(),
});
export type LabelVote = z.infer<typeof labelVoteSchema>;

const shareSchema = z.number().min(0).max(1).nullable();

const criterionLabelsSchema = z.strictObject({
  /** Null where every pass failed. */
  label: labelSchema.nullable(),
  decided_by: z.enum(['majority', 'median', 'single', 'moderator']).nullable(),
  /** Whose votes count: people's, as soon as there are any. */
  decided_among: z.enum(['models', 'people']),
  /** The votes that count hold both {0, 1} and {2, 3}. */
  controversial: z.boolean(),
  /** How far the passes of the models agree: pairs with equal labels, and like rationales. */
  confidence: z.strictObject({ labels: shareSchema, rationales: shareSchema }),
  votes: z.array(labelVoteSchema),
  /** Overrules the votes. */
  decision: z
    .strictObject({
      moderator: z.string().min(1),
      label: labelSchema,
      rationale: z.string().min(1),
    })
    .optional(),
});
export type CriterionLabels = z.infer<typeof criterionLabelsSchema>;

/** labels.json beside an instance, or one line of a dataset's labels. */
export const labelsSchema = z.strictObject({
  schema: z.literal(1),
  instance: z.string().min(1),
  /** What the labels are about; labels of other texts or commits do not hold. */
  subject: z.strictObject({ issue: digestSchema, change: digestSchema }),
  /** `binary` knows 0 and 3 only. */
  issue_scale: z.enum(['binary', 'rubric']),
  issue: criterionLabelsSchema,
  tests: criterionLabelsSchema,
  effort: criterionLabelsSchema,
  /** By majority of those who looked; null where nobody did. */
  other_major_issues: z.boolean().nullable(),
});
export type Labels = z.infer<typeof labelsSchema>;
