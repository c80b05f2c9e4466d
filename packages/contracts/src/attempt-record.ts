import { z } from 'zod';
import { attemptUsageSchema } from './attempt-usage.ts';
import { digestSchema } from './digest.ts';
import { instanceIdSchema, segmentSchema } from './instance-id.ts';
import { limitsSchema } from './limits.ts';
import { outcomeSchema } from './outcome.ts';
import { phaseRecordSchema } from './phase-record.ts';
import { testsByNameSchema } from './named-tests.ts';
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

/** attempt.json: written last, so an attempt with a valid record has all that the record names. */
export const attemptRecordSchema = z.strictObject({
  schema: z.literal(1),
  instance: instanceIdSchema,
  agent: segmentSchema,
  attempt: z.int().min(1),
  /** Which of the independent attempts of a run with several; absent for the first. */
  repeat: z.int().min(2).optional(),
  outcome: outcomeSchema,
  harvested: harvestedSchema,
  inputs: z.strictObject({
    image: digestSchema,
    prompt: digestSchema,
    agent: digestSchema,
    /** Of the kernel calls that the container was let make; absent where there was no container. */
    seccomp: digestSchema.optional(),
    /** Of the price table, overrides included; absent where the agent needs no model. */
    prices: digestSchema.optional(),
  }),
  /** Of the agent's container; absent where patches were given, and in older records. */
  limits: limitsSchema.optional(),
  /** Absent where the agent needs no model. */
  usage: attemptUsageSchema.optional(),
  /** What is odd about the attempt but no fault, e.g. two meters that disagree. */
  warnings: z.array(z.string()).optional(),
  started_at: z.iso.datetime(),
  duration_ms: z.number().min(0),
  /** In the order of time; absent in the direct mode. */
  phases: z.array(phaseRecordSchema).optional(),
  tool: z.string(),
});

export type AttemptRecord = z.infer<typeof attemptRecordSchema>;

/** tests.json: one run of the suite on one patch, and all that it depends on. */
export const testsRecordSchema = z.strictObject({
  schema: z.literal(1),
  run: testRunSchema,
  /** Null where base and golden do not name their tests. */
  by_name: testsByNameSchema.nullable(),
  /** `shared`: code under test runs beside the program that counts. Null where the run was cut off. */
  channel: z.enum(['separate', 'shared']).nullable(),
  duration_ms: z.number().min(0),
  digests: z.strictObject({
    patch: digestSchema,
    image: digestSchema,
    recipe: digestSchema,
    /** Of the baseline's stable tests. */
    stable_tests: digestSchema,
  }),
  tool: z.string(),
});

export type TestsRecord = z.infer<typeof testsRecordSchema>;
