import { z } from 'zod';

/** A test that passes in all runs of base and of golden. */
const stableTestSchema = z.strictObject({
  /** Its id on base. */
  id: z.string(),
  /** Its id on golden, where that is another one. */
  golden: z.string().optional(),
});

export type StableTest = z.infer<typeof stableTestSchema>;

export const stableTestsSchema = z.array(stableTestSchema);

/** How the stable tests fared in one run on a patched tree. Ids are those of base. */
export const testsByNameSchema = z.strictObject({
  /** How many stable tests there are. */
  stable: z.int().min(0),
  /** Gone: no test of the patched tree has the id or the title. */
  missing: z.array(z.string()),
  /** There under their id or title, and failed or skipped. */
  failing: z.array(z.string()),
  /** Tests of the patched tree that are no stable ones, the first 200 by id. */
  others: z.strictObject({ count: z.int().min(0), ids: z.array(z.string()) }),
});

export type TestsByName = z.infer<typeof testsByNameSchema>;
