import { instanceIdSchema, taskFindingsSchema } from '@refbench/contracts';
import { z } from 'zod';
import type { JsonOutput } from './json-output.ts';
import { count } from './output-parts.ts';

const stateSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reviewed'),
    by: z.string(),
    at: z.iso.date(),
    notes: z.string(),
  }),
  z.strictObject({ kind: z.literal('changed'), by: z.string(), at: z.iso.date() }),
  z.strictObject({ kind: z.literal('unreviewed') }),
  z.strictObject({ kind: z.literal('missing-text') }),
]);

const { open: findings } = taskFindingsSchema.shape;
const modelSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({ kind: z.literal('current'), findings }),
  z.strictObject({
    kind: z.literal('stale'),
    findings,
    changed: z.array(z.enum(['text', 'prompt', 'golden'])),
  }),
]);

const textSchema = z.strictObject({
  text: z.string().nullable(),
  state: stateSchema,
  findings: z.array(z.string()),
});

/** The `--json` output of `task review`. */
export const TASK_REVIEW_OUTPUT: JsonOutput = {
  form: 'object',
  description: 'What golden does, and both task texts with their reviews and findings.',
  schema: z.strictObject({
    instance: instanceIdSchema,
    golden: z.string(),
    change: z.strictObject({
      message: z.string(),
      files: z.array(
        z.strictObject({
          path: z.string(),
          from: z.string().nullable(),
          change: z.enum(['added', 'deleted', 'modified', 'renamed', 'copied']),
          binary: z.boolean(),
          added: count,
          removed: count,
        }),
      ),
      added: count,
      removed: count,
    }),
    texts: z.strictObject({
      instructed: textSchema,
      open: textSchema.extend({ model: modelSchema }),
    }),
  }),
};
