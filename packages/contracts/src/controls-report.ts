import { z } from 'zod';
import { digestSchema } from './digest.ts';
import { integrityFindingSchema } from './integrity.ts';

const count = z.int().min(0);

/**
 * A run with the test files of base or golden in the patched tree. It does not affect the score.
 */
const originalTestsSchema = z.strictObject({
  of: z.enum(['base', 'golden']),
  /** Number of stable tests that pass in this run. */
  passed: count,
  /** Number of all stable tests. */
  total: count,
});

export type OriginalTests = z.infer<typeof originalTestsSchema>;

/** Results of further runs of the suite after a Pass. */
export const controlsReportSchema = z.strictObject({
  /** Functions in which a fault was planted. */
  planted: z.array(z.string()),
  /** Number of stable tests that no longer passed with the faults. */
  failing: count,
  /**
   * Null if the tree contains the test files of base or golden unchanged, or if no run was left for
   * it.
   */
  original_tests: originalTestsSchema.nullable(),
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
