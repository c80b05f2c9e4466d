import { z } from 'zod';
import { digestSchema } from './digest.ts';
import { integrityFindingSchema } from './integrity.ts';

const count = z.int().min(0);

/** Results of further runs of the suite after a Pass. */
export const controlsReportSchema = z.strictObject({
  /**
   * The functions in which a fault was planted. A name stands for each, which follows from the function
   * and the private seed of the host. Older files contain the names of the functions.
   */
  planted: z.array(z.string()),
  /** Digest of the private seed that decided which faults were planted. Absent in older files. */
  seed: digestSchema.optional(),
  /** Number of stable tests that no longer passed with the faults. */
  failing: count,
  /** Only in older files. Now `original` of tests.json contains the result of these tests. */
  original_tests: z
    .strictObject({ of: z.enum(['base', 'golden']), passed: count, total: count })
    .nullable()
    .optional(),
  suite_runs: count,
});

export type ControlsReport = z.infer<typeof controlsReportSchema>;

/**
 * controls.json: further runs of the suite on one patch, with digests of everything that they
 * depend on.
 */
export const controlsRecordSchema = z.strictObject({
  schema: z.literal(1),
  digests: z.strictObject({
    patch: digestSchema,
    image: digestSchema,
    recipe: digestSchema,
    stable_tests: digestSchema,
    faults: digestSchema.nullable(),
  }),
  tool: z.string(),
  findings: z.array(integrityFindingSchema),
  report: controlsReportSchema,
});
