import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { twoStageSignals, wasSignalled } from './two-stage-signals.ts';

test('the first signal drains, the second stops, the third exits', () => {
  const source = new EventEmitter() as unknown as NodeJS.Process;
  const say = vi.fn<(message: string) => void>();
  const exit = vi.fn<(code: number) => void>();
  using signals = twoStageSignals(say, source, exit);
  source.emit('SIGINT', 'SIGINT');
  expect([signals.drain.aborted, signals.stop.aborted]).toEqual([true, false]);
  // Programs that this one started may already have ended.
  expect(wasSignalled(source)).toBe(true);
  source.emit('SIGINT', 'SIGINT');
  expect([signals.drain.aborted, signals.stop.aborted]).toEqual([true, true]);
  expect(exit).not.toHaveBeenCalled();
  source.emit('SIGINT', 'SIGINT');
  expect(exit).toHaveBeenCalledWith(130);
  expect(say).toHaveBeenCalledTimes(2);
});

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s stops at once and ends with 128 + its number', async (signal, code) => {
  vi.resetModules();
  const fresh = await import('./two-stage-signals.ts');
  const source = new EventEmitter() as unknown as NodeJS.Process;
  const exit = vi.fn<(code: number) => void>();
  using signals = fresh.twoStageSignals(() => undefined, source, exit);
  expect([0, 130].map(fresh.withSignal)).toEqual([0, 130]);
  expect(fresh.wasSignalled(source)).toBe(false);
  source.emit(signal, signal);
  expect(fresh.wasSignalled(source)).toBe(true);
  expect([signals.drain.aborted, signals.stop.aborted]).toEqual([true, true]);
  expect([0, 130].map(fresh.withSignal)).toEqual([0, code]);
  source.emit(signal, signal);
  expect(exit).toHaveBeenCalledWith(code);
});

test('the handlers go when the run is over', () => {
  const source = new EventEmitter() as unknown as NodeJS.Process;
  twoStageSignals(() => undefined, source)[Symbol.dispose]();
  expect(
    (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).flatMap((name) => source.listeners(name)),
  ).toEqual([]);
});
