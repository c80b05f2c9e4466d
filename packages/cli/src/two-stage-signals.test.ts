import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { twoStageSignals } from './two-stage-signals.ts';

test('first drains, second stops, third leaves', () => {
  const source = new EventEmitter() as unknown as NodeJS.Process;
  const say = vi.fn<(message: string) => void>();
  const exit = vi.fn<(code: number) => void>();
  using signals = twoStageSignals(say, source, exit);
  source.emit('SIGINT', 'SIGINT');
  expect([signals.drain.aborted, signals.stop.aborted]).toEqual([true, false]);
  source.emit('SIGTERM', 'SIGTERM');
  expect([signals.drain.aborted, signals.stop.aborted]).toEqual([true, true]);
  expect(exit).not.toHaveBeenCalled();
  source.emit('SIGINT', 'SIGINT');
  expect(exit).toHaveBeenCalledWith(130);
  expect(say).toHaveBeenCalledTimes(2);
});

test('the handlers go when the run is over', () => {
  const source = new EventEmitter() as unknown as NodeJS.Process;
  twoStageSignals(() => undefined, source)[Symbol.dispose]();
  expect(source.listenerCount('SIGINT') + source.listenerCount('SIGTERM')).toBe(0);
});
