import { z } from 'zod';

const count = z.int().min(0).max(1_000_000);

/** The single JSON line that `run_tests` prints. Unknown keys and inconsistent sums are invalid. */
export const testCountsSchema = z
  .strictObject({ passed: count, failed: count, skipped: count, total: count })
  .refine(
    (tests) => tests.passed + tests.failed + tests.skipped === tests.total,
    'passed + failed + skipped must equal total',
  );

export type TestCounts = z.infer<typeof testCountsSchema>;

/**
 * The result of one run of a suite. `no-verdict` means that the suite ended without a valid line: a
 * crash, a forged second line, or a time-out. It counts as 0 passed and 0 failed, with its reason.
 */
export const testRunSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('counted'), counts: testCountsSchema }),
  z.strictObject({ kind: z.literal('no-verdict'), reason: z.string() }),
]);

/** Duration of each run of each state, in milliseconds. */
export const suiteDurationsSchema = z.strictObject({
  base: z.array(z.number().min(0)),
  golden: z.array(z.number().min(0)),
});

export type SuiteDurations = z.infer<typeof suiteDurationsSchema>;

export type TestRun = z.infer<typeof testRunSchema>;
