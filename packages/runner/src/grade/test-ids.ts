import { safeTestId } from '@refbench/contracts';
import { parseJson } from '@refbench/files';
import { z } from 'zod';

/** Each test of one run by its id. */
export type TestOutcomes = ReadonlyMap<string, TestOutcome>;
type TestOutcome = 'passed' | 'failed' | 'skipped';

/** run-suite.mjs keeps so much. */
export const MAX_TEST_IDS_BYTES: number = 2 ** 26;

const lineSchema = z.object({
  id: z.string().min(1),
  outcome: z.enum(['passed', 'failed', 'skipped']),
});

/**
 * Reads what a suite wrote to `$REFBENCH_TEST_IDS`: a JSON object a line, `id` and `outcome`. Undefined
 * where it wrote nothing, or anything else: half of a list would make the other half look lost. Ids are
 * safe to show.
 */
export function parseTestIds(bytes: Buffer): TestOutcomes | undefined {
  if (bytes.length > MAX_TEST_IDS_BYTES) return undefined;
  const tests = new Map<string, TestOutcome>();
  for (const line of bytes.toString('utf8').split('\n')) {
    if (line === '') continue;
    const parsed = parseJson(line, lineSchema);
    if (parsed.kind !== 'valid') return undefined;
    const id = safeTestId(parsed.value.id);
    if (tests.has(id)) return undefined;
    tests.set(id, parsed.value.outcome);
  }
  return tests.size === 0 ? undefined : tests;
}
