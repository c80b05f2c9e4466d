import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { EXIT_CODES } from '@refbench/contracts';
import { printError } from './print-error.ts';
import { twoStageSignals } from './two-stage-signals.ts';

afterEach(() => vi.restoreAllMocks());

test('what a person stopped is no bug, also where a library wrapped the reason', () => {
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const source = new EventEmitter() as unknown as NodeJS.Process;
  using signals = twoStageSignals(() => undefined, source);
  source.emit('SIGINT', 'SIGINT');
  const { reason } = signals.drain as { reason: unknown };
  const wrapped = new DOMException('This operation was aborted', {
    name: 'AbortError',
    cause: reason,
  });
  expect([reason, wrapped].map(printError)).toEqual([
    EXIT_CODES.interrupted,
    EXIT_CODES.interrupted,
  ]);
  expect(said).not.toHaveBeenCalledWith(expect.stringContaining('bug'));
  expect(printError(new Error('interrupted'))).toBe(EXIT_CODES.bug);
});
