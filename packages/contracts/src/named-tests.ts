import { z } from 'zod';
import { testRunSchema } from './test-counts.ts';

/** A test that passes in all runs of base and of golden. */
const stableTestSchema = z.strictObject({
  /** The id of the test on base. */
  id: z.string(),
  /** The id of the test on golden, if it differs. */
  golden: z.string().optional(),
});

export type StableTest = z.infer<typeof stableTestSchema>;

export const stableTestsSchema = z.array(stableTestSchema);

/** Results of the stable tests in one run on a patched tree. Ids are those of base. */
export const testsByNameSchema = z.strictObject({
  /** Number of stable tests. */
  stable: z.int().min(0),
  /** Tests whose id and title do not occur in the patched tree. */
  missing: z.array(z.string()),
  /** Tests that exist under their id or title and failed or were skipped. */
  failing: z.array(z.string()),
  /** Tests of the patched tree that are not stable tests; the first 200 by id. */
  others: z.strictObject({ count: z.int().min(0), ids: z.array(z.string()) }),
});

export type TestsByName = z.infer<typeof testsByNameSchema>;

/**
 * In which form a test file runs: as on golden, as on base, or as the patch has it. A file that golden
 * left unchanged always has its original bytes.
 */
const testFormSchema = z.enum(['golden', 'base', 'patch']);

/**
 * Results of the original tests on a patched tree whose patch touches test files. A stable test counts
 * as passed if it passes in golden's or in base's form. Ids are those of base.
 */
export const originalTestsSchema = z.strictObject({
  /** The runs in their order. Each is one run of the suite. */
  runs: z.array(
    z.strictObject({
      /** The form of the test files that golden changed. */
      form: testFormSchema,
      run: testRunSchema,
      /** Number of stable tests that passed. */
      passed: z.int().min(0),
    }),
  ),
  /** Stable tests that occur in none of the forms. */
  missing: z.array(z.string()),
  /** Stable tests that occur and do not pass in any form. */
  failing: z.array(z.string()),
  /**
   * Stable tests that golden itself fails in base's form, and that the patched tree fails in golden's
   * form: the patch lacks the interface that they need. They count in the patch's form.
   */
  own_form: z.array(z.string()),
});

export type OriginalTests = z.infer<typeof originalTestsSchema>;
