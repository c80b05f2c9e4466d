import { z } from 'zod';

const count = z.int().min(0).max(1_000_000);

/** The one JSON line that `run_tests` prints. Strict: an unknown key or a sum that is off is no verdict. */
export const testCountsSchema = z
  .strictObject({ passed: count, failed: count, skipped: count, total: count })
  .refine(
    (tests) => tests.passed + tests.failed + tests.skipped === tests.total,
    'passed + failed + skipped must equal total',
  );

export type TestCounts = z.infer<typeof testCountsSchema>;

/**
 * What one run of a suite gave. `no-verdict` is a suite that ended without a valid line: a crash, a
 * forged second line, a time-out. It counts as 0 passed, 0 failed and is reported with its reason.
 */
export const testRunSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('counted'), counts: testCountsSchema }),
  z.strictObject({ kind: z.literal('no-verdict'), reason: z.string() }),
]);

export type TestRun = z.infer<typeof testRunSchema>;
