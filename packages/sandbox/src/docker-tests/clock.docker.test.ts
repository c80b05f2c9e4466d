import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { TestBed } from './test-bed.ts';

/**
 * The clock of the host is changed while a container runs. Limits measure elapsed time, not dates.
 */

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.open();
});
afterEach(async () => {
  vi.useRealTimers();
  await bed.expectNoLeftovers();
});
afterAll(async () => {
  await bed[Symbol.asyncDispose]();
});

const HOUR_MS = 3_600_000;

it.each([
  ['ahead', HOUR_MS],
  ['back', -HOUR_MS],
])('a clock that is set %s ends no container', async (_how, byMs) => {
  const limits = { wall_clock_ms: 600_000, idle_ms: 600_000 };
  const spec = bed.spec('echo one; sleep 2; echo two', { limits });
  await using created = await bed.engine.createContainer(spec);
  await using running = await created.start();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
  await using stopped = await running.ended;
  expect(stopped.end).toMatchObject({ kind: 'exited', exitCode: 0 });
  expect(stopped.durationMs).toBeLessThan(HOUR_MS);
  expect(stopped.durationMs).toBeGreaterThan(0);
});

it('setting back the clock does not extend a limit', async () => {
  const spec = bed.spec('sleep 600', { limits: { wall_clock_ms: 2_000 } });
  await using created = await bed.engine.createContainer(spec);
  await using running = await created.start();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - HOUR_MS });
  await using stopped = await running.ended;
  expect(stopped.end).toEqual({ kind: 'timed-out', limit: 'wall-clock', limitMs: 2_000 });
});
