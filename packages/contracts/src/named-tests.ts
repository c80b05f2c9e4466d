import { z } from 'zod';

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
