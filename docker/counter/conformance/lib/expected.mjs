// What a count has to be, from what the runner itself says on its console and how it ended. Nothing here
// reads a report with code of the counter.

/** A shell gives 128 and more if a signal ended a program. */
const FIRST_SIGNAL_STATUS = 128;

/**
 * Returns the counts that the runner's own summary means, or what is known without one.
 *
 * @param summary - `passed`, `failed` and `skipped` as the runner says; undefined if it did not come to
 *   its summary.
 * @returns `counts`; or `no-verdict` after a signal; or `failed`, which allows any counts with a failure.
 */
export function expectedOf({ summary, status }) {
  if (status >= FIRST_SIGNAL_STATUS) return { kind: 'no-verdict' };
  if (summary === undefined) return { kind: 'failed' };
  const { passed, failed, skipped } = summary;
  const nothing = passed + failed + skipped === 0;
  // A failure that belongs to no test, or a suite that tests nothing, is one failed test.
  const unexplained = failed === 0 && (status !== 0 || nothing) ? 1 : 0;
  return { kind: 'counts', passed, failed: failed + unexplained, skipped };
}

/** Whether what the counter printed is what is expected. */
export function agrees(expected, { status, counts }) {
  if (expected.kind === 'no-verdict') return status === 1;
  if (status !== 0 || counts === undefined) return false;
  if (expected.kind === 'failed') return counts.failed > 0;
  return ['passed', 'failed', 'skipped'].every((name) => counts[name] === expected[name]);
}
