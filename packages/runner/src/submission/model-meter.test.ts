import { expect, test, vi } from 'vitest';
import type { AttemptGate } from '@refbench/models';
import { watchGate } from './model-meter.ts';

type Exhausted = Awaited<AttemptGate['exhausted']>;

function gate(): {
  readonly gate: Pick<AttemptGate, 'exhausted' | 'providerFailed'>;
  readonly exhaust: (spent: Exhausted) => Promise<void>;
  readonly fail: (detail: string) => Promise<void>;
} {
  let exhaust: (spent: Exhausted) => void = () => undefined;
  let fail: (failure: { readonly detail: string }) => void = () => undefined;
  const exhausted = new Promise<Exhausted>((resolve) => {
    exhaust = resolve;
  });
  const providerFailed = new Promise<{ readonly detail: string }>((resolve) => {
    fail = resolve;
  });
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
  };
  return {
    gate: { exhausted, providerFailed },
    exhaust: (spent) => (exhaust(spent), settled()),
    fail: (detail) => (fail({ detail }), settled()),
  };
}

test('a spent budget leaves the client time to exit, and is the outcome in any case', async () => {
  vi.useFakeTimers();
  const { gate: own, exhaust } = gate();
  const watch = watchGate(own);
  expect(watch.ending()).toBeUndefined();
  await exhaust({ scope: 'attempt', budgetUsd: 2, spentUsd: 1.9 });
  expect(watch.ending()).toEqual({ kind: 'budget-exceeded', budget_usd: 2, spent_usd: 1.9 });
  expect(watch.stop.aborted).toBe(false);
  vi.advanceTimersByTime(20_000);
  expect(watch.stop.aborted).toBe(true);
  vi.useRealTimers();
});

test('a client that exited in time is not stopped', async () => {
  vi.useFakeTimers();
  const { gate: own, exhaust } = gate();
  const watch = watchGate(own);
  await exhaust({ scope: 'attempt', budgetUsd: 2, spentUsd: 1.9 });
  watch.end();
  vi.advanceTimersByTime(60_000);
  expect(watch.stop.aborted).toBe(false);
  vi.useRealTimers();
});

test("the run's spent budget is not the model's fault", async () => {
  const { gate: own, exhaust } = gate();
  const watch = watchGate(own);
  await exhaust({ scope: 'run', budgetUsd: 50, spentUsd: 49.9 });
  expect(watch.ending()).toMatchObject({ kind: 'infra-failed', cause: 'run-budget' });
  watch.end();
});

test('a failing provider stops the attempt at once, and the first event is the outcome', async () => {
  const { gate: own, exhaust, fail } = gate();
  const watch = watchGate(own);
  await fail('529 six times');
  expect(watch.stop.aborted).toBe(true);
  await exhaust({ scope: 'attempt', budgetUsd: 2, spentUsd: 1.9 });
  expect(watch.ending()).toEqual({
    kind: 'infra-failed',
    cause: 'provider',
    detail: '529 six times',
  });
  watch.end();
});
