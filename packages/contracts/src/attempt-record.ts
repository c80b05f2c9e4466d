import { z } from 'zod';
import { attemptUsageSchema } from './attempt-usage.ts';
import { digestSchema } from './digest.ts';
import { instanceIdSchema, segmentSchema } from './instance-id.ts';
import { limitsSchema } from './limits.ts';
import { outcomeSchema } from './outcome.ts';
import { suitePackagesSchema } from './package-record.ts';
import { phaseRecordSchema } from './phase-record.ts';
import { originalTestsSchema, testsByNameSchema } from './named-tests.ts';
import { testRunSchema } from './test-counts.ts';

/** The result of the agent: a patch next to the record, or the reason why there is none. */
const collectionSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('patch'),
    digest: digestSchema,
    /** Null if the patch was submitted and not collected from a tree. */
    changed_files: z.int().min(0).nullable(),
    /** Sockets, devices and pipes in the tree. They are not part of the patch. */
    special_files: z.array(z.string()),
    /** Symbolic links that point out of the tree. */
    escaping_links: z.array(z.string()),
  }),
  z.strictObject({ kind: z.literal('rejected'), stage: z.string(), reason: z.string() }),
  z.strictObject({ kind: z.literal('none'), reason: z.string() }),
]);

/** attempt.json. It is written last, so an attempt with a valid record is complete. */
export const attemptRecordSchema = z.strictObject({
  schema: z.literal(1),
  instance: instanceIdSchema,
  agent: segmentSchema,
  attempt: z.int().min(1),
  /** Number of the independent attempt. Absent for the first. */
  repeat: z.int().min(2).optional(),
  outcome: outcomeSchema,
  harvested: collectionSchema,
  inputs: z.strictObject({
    /** Null if the instance has no tests, and so no image. */
    image: digestSchema.nullable(),
    prompt: digestSchema,
    agent: digestSchema,
    /** Digest of the allowed system calls. Absent if there was no container. */
    seccomp: digestSchema.optional(),
    /** Digest of the price table including overrides. Absent if the agent needs no model. */
    prices: digestSchema.optional(),
  }),
  /** Limits of the container of the agent. Absent for submitted patches and in older records. */
  limits: limitsSchema.optional(),
  /** Absent if the agent needs no model. */
  usage: attemptUsageSchema.optional(),
  /** What the package door handed out. Absent if there was none. */
  packages: z
    .strictObject({
      /** Digest of packages.json. */
      list: digestSchema,
      /** Digest of the archives in it. */
      archives: digestSchema,
      count: z.int().min(0),
      bytes: z.int().min(0),
    })
    .optional(),
  /** Anomalies that are not failures, e.g. two meters with different values. */
  warnings: z.array(z.string()).optional(),
  started_at: z.iso.datetime(),
  duration_ms: z.number().min(0),
  /** Phases in chronological order. Absent in the direct mode. */
  phases: z.array(phaseRecordSchema).optional(),
  tool: z.string(),
});

export type AttemptRecord = z.infer<typeof attemptRecordSchema>;

/** tests.json: one run of the suite on one patch, with digests of everything that it depends on. */
export const testsRecordSchema = z.strictObject({
  schema: z.literal(1),
  run: testRunSchema,
  /** Packages beyond those of the image. Absent if there were none. */
  packages: suitePackagesSchema.optional(),
  /** Null if base and golden do not name their tests. */
  by_name: testsByNameSchema.nullable(),
  /**
   * The tests in their original form. Absent if the patch does not pass or touches no test file, or if
   * tests have no names.
   */
  original: originalTestsSchema.optional(),
  /**
   * `shared`: code under test runs at the same time as the program that counts. Null if the run was
   * cut off.
   */
  channel: z.enum(['separate', 'shared']).nullable(),
  duration_ms: z.number().min(0),
  digests: z.strictObject({
    patch: digestSchema,
    image: digestSchema,
    recipe: digestSchema,
    /** Digest of the stable tests of the baseline. */
    stable_tests: digestSchema,
    /** Digest of the packages. Absent if there were none. */
    packages: digestSchema.optional(),
  }),
  tool: z.string(),
});

export type TestsRecord = z.infer<typeof testsRecordSchema>;
