import { z } from 'zod';
import { digestSchema } from './digest.ts';
import { integrityFindingSchema } from './integrity.ts';

const count = z.int().min(0);

/** Base's or golden's own test files, laid over a patched tree: what passes then decides nothing. */
const originalTestsSchema = z.strictObject({
  of: z.enum(['base', 'golden']),
  /** Stable tests that pass so, and how many stable tests there are. */
  passed: count,
  total: count,
});

export type OriginalTests = z.infer<typeof originalTestsSchema>;

/** What further runs of the suite showed after a Pass. */
export const controlsReportSchema = z.strictObject({
  /** Functions that got a fault, and how many stable tests no longer passed with them. */
  planted: z.array(z.string()),
  failing: count,
  /** Null where the tree has either's test files unchanged, or no run was left for it. */
  original_tests: originalTestsSchema.nullable(),
  suite_runs: count,
});

export type ControlsReport = z.infer<typeof controlsReportSchema>;

/** controls.json: the further runs of the suite on one patch, and all that they depend on. */
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
