import { z } from 'zod';
import { digestSchema } from './digest.ts';
import { instanceIdSchema, segmentSchema } from './instance-id.ts';
import { outcomeSchema } from './outcome.ts';
import { testRunSchema } from './test-counts.ts';

/** What became of the agent's work: a patch beside the record, or the reason why there is none. */
const harvestedSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('patch'),
    digest: digestSchema,
    /** Null where the patch was given and no tree was harvested. */
    changed_files: z.int().min(0).nullable(),
    /** Sockets, devices and pipes that the agent left; they are in no patch. */
    special_files: z.array(z.string()),
    /** Symbolic links that point out of the tree. */
    escaping_links: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('rejected'), stage: z.string(), reason: z.string() }),
  z.strictObject({ kind: z.literal('none'), reason: z.string() }),
]);

const tokens = z.int().min(0);

/** What an attempt spent: the gateway's figures, and the client's own where it tells any. */
export const attemptUsageSchema = z.strictObject({
  usd: z.number().min(0),
  requests: z.int().min(0),
  /** All tokens of the prompts, those read from or written to a cache included. */
  input_tokens: tokens,
  output_tokens: tokens,
  client: z.strictObject({ input_tokens: tokens, output_tokens: tokens }).nullable(),
});

export type AttemptUsage = z.infer<typeof attemptUsageSchema>;

/** attempt.json: written last, so an attempt with a valid record has all that the record names. */
export const attemptRecordSchema = z.strictObject({
  schema: z.literal(1),
  instance: instanceIdSchema,
  agent: segmentSchema,
  attempt: z.int().min(1),
  outcome: outcomeSchema,
  harvested: harvestedSchema,
  inputs: z.strictObject({ image: digestSchema, prompt: digestSchema, agent: digestSchema }),
  /** Absent where the agent needs no model. */
  usage: attemptUsageSchema.optional(),
  /** What is odd about the attempt but no fault, e.g. two meters that disagree. */
  warnings: z.array(z.string()).optional(),
  started_at: z.iso.datetime(),
  duration_ms: z.number().min(0),
  tool: z.string(),
});

export type AttemptRecord = z.infer<typeof attemptRecordSchema>;

/** tests.json: one run of the suite on one patch, and all that it depends on. */
export const testsRecordSchema = z.strictObject({
  schema: z.literal(1),
  run: testRunSchema,
  duration_ms: z.number().min(0),
  digests: z.strictObject({ patch: digestSchema, image: digestSchema, recipe: digestSchema }),
  tool: z.string(),
});

export type TestsRecord = z.infer<typeof testsRecordSchema>;
