import { z } from 'zod';
import { digestSchema } from './digest.ts';

const commitSchema = z.string().regex(/^[0-9a-f]{40}$/, 'a commit is 40 hex digits, lower case');

/** A decision of golden that an open text gives away, in the opinion of a model. */
const givenAwaySchema = z.strictObject({
  /** What golden decided. */
  decision: z.string().min(1),
  /** The words of the text that give it away. They occur in the text. */
  quote: z.string().min(1),
});

/**
 * task.findings.json of an instance: what a model said about the open text. Valid only for the same
 * text, prompt and golden.
 */
export const taskFindingsSchema = z.strictObject({
  schema: z.literal(1),
  open: z.strictObject({
    /** Digest of the bytes of task.open.md. */
    text: digestSchema,
    /** Digest of everything that the model is told besides the text and the change. */
    prompt: digestSchema,
    golden: commitSchema,
    model: z.string().min(1),
    usd: z.number().min(0),
    given_away: z.array(givenAwaySchema),
    /** Number of answers that were dropped because the text does not contain their quotes. */
    unsupported: z.int().min(0),
  }),
});

export type TaskFindings = z.infer<typeof taskFindingsSchema>['open'];
