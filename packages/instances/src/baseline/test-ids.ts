import { createHash } from 'node:crypto';
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
 * safe to display. Long ones that are equal when truncated end with a digest.
 */
export function parseTestIds(bytes: Buffer): TestOutcomes | undefined {
  if (bytes.length > MAX_TEST_IDS_BYTES) return undefined;
  const given = new Map<string, TestOutcome>();
  for (const line of bytes.toString('utf8').split('\n')) {
    if (line === '') continue;
    const parsed = parseJson(line, lineSchema);
    if (parsed.kind !== 'valid') return undefined;
    const { id, outcome } = parsed.value;
    if (given.has(id)) return undefined;
    given.set(id, outcome);
  }
  const shown = [...given].map(([id, outcome]) => ({ id, safe: safeTestId(id), outcome }));
  const times = new Map<string, number>();
  for (const { safe } of shown) times.set(safe, (times.get(safe) ?? 0) + 1);
  const tests = new Map(
    shown.map(({ id, safe, outcome }) => {
      const name = times.get(safe) === 1 ? safe : withDigest(safe, id);
      return [name, outcome] as const;
    }),
  );
  // An id may look like one with a digest.
  return tests.size === 0 || tests.size < given.size ? undefined : tests;
}

const DIGEST_LENGTH = 12;

function withDigest(safe: string, id: string): string {
  const digest = createHash('sha256').update(id).digest('hex').slice(0, DIGEST_LENGTH);
  return `${safe.slice(0, -DIGEST_LENGTH - 1)}…${digest}`;
}
