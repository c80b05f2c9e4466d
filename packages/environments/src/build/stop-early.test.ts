import { NO_ADJUSTMENTS } from '@refbench/env-builder';
import { expect, test } from 'vitest';
import { showsKnownFailure } from './stop-early.ts';

const KNOWN = 'ssl.SSLError: [SSL: EE_KEY_TOO_SMALL] ee key too small (_ssl.c:4036)';

test.each([
  [KNOWN, 20, 90_000, true],
  ['AssertionError: 1 != 2', 20, 90_000, false],
  [KNOWN, 20, 10_000, false],
  [KNOWN, 1, 90_000, false],
])('%s, with %i of 220 tests failing after %i ms: %s', (text, failed, durationMs, expected) => {
  const counts = { passed: 220 - failed, failed, skipped: 0, total: 220 };
  const log = { bytes: Buffer.from(text), droppedBytes: 0 };
  const improvable = { adjustments: NO_ADJUSTMENTS, own: new Set<string>(), submodules: [] };
  const ran = { run: { kind: 'counted', counts } as const, durationMs, log };
  expect(showsKnownFailure(ran, improvable)).toBe(expected);
});
