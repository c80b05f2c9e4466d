import { safeTestId } from '@refbench/contracts';
import { parseJson } from '@refbench/base';
import { z } from 'zod';

/** Outcome of each test of a run, by test id. */
export type TestOutcomes = ReadonlyMap<string, TestOutcome>;
type TestOutcome = 'passed' | 'failed' | 'skipped';

/** Maximum size that run-suite.mjs keeps. */
export const MAX_TEST_IDS_BYTES: number = 2 ** 26;

const lineSchema = z.object({
  id: z.string().min(1),
  outcome: z.enum(['passed', 'failed', 'skipped']),
});

/**
 * Parses `$REFBENCH_TEST_IDS`: one JSON object per line, with `id` and `outcome`. Returns undefined
 * if the file is empty or invalid, because a partial list would make tests look missing. Ids are
 * safe to display.
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
