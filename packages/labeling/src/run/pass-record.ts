import {
  digestSchema,
  labelCriterionSchema,
  labelSchema,
  type LabelCriterion,
  type LabelVote,
} from '@refbench/contracts';
import { z } from 'zod';

const countSchema = z.int().nonnegative();

/** One line of passes.jsonl: one pass of one criterion, successful or not. */
export const passRecordSchema = z.strictObject({
  instance: z.string().min(1),
  criterion: labelCriterionSchema,
  pass: z.int().min(1),
  model: z.string().min(1),
  /** Null if the question could not be built. */
  prompt: digestSchema.nullable(),
  outcome: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('label'),
      label: labelSchema,
      rationale: z.string(),
      counter_example: z.string().optional(),
      candidate_solution: z.boolean().optional(),
      other_major_issues: z.boolean().optional(),
    }),
    z.strictObject({ kind: z.literal('failed'), reason: z.string().min(1) }),
  ]),
  calls: countSchema,
  input_tokens: countSchema,
  cached_tokens: countSchema,
  output_tokens: countSchema,
  usd: z.number().nonnegative(),
  seconds: z.number().nonnegative(),
});

export type PassRecord = z.infer<typeof passRecordSchema>;

export function passKey(record: {
  readonly instance: string;
  readonly criterion: LabelCriterion;
  readonly model: string;
  readonly pass: number;
}): string {
  return `${record.criterion} ${record.model} ${record.pass} ${record.instance}`;
}

/** Returns the last record of each pass, because failed passes may have been retried. */
export function latestPasses(records: readonly PassRecord[]): ReadonlyMap<string, PassRecord> {
  return new Map(records.map((record) => [passKey(record), record]));
}

export function voteOf({ model, pass, prompt, outcome }: PassRecord): LabelVote {
  const about = { annotator: model, kind: 'model', pass, prompt } as const;
  if (outcome.kind === 'failed') {
    return { ...about, label: null, rationale: '', failure: outcome.reason };
  }
  const { kind: _kind, ...answer } = outcome;
  return { ...about, ...answer, failure: null };
}
