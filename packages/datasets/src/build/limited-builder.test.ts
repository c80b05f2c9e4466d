import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SuiteContext } from '../admission/gate.ts';
import type { EnvironmentBuilder } from './environment-step.ts';
import { limitedBuilder } from './limited-builder.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** Only what the builder reads. */
function contextWith(more: Partial<SuiteContext> = {}): SuiteContext {
  return { signal: new AbortController().signal, ...more } as SuiteContext;
}

/** Never ends by itself. */
const endless: EnvironmentBuilder = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

test('an environment that takes too long is rejected', async () => {
  const built = limitedBuilder(endless, 2)(contextWith());
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(await built).toEqual({
    kind: 'rejected',
    reason: 'no environment was found within 2 minutes',
  });
});

test('waiting for the suites of another candidate does not count', async () => {
  const signals: boolean[] = [];
  const build: EnvironmentBuilder = async ({ signal, turn = (act) => act() }) => {
    await turn(async () => {
      signals.push(signal.aborted);
      await vi.advanceTimersByTimeAsync(60_000);
      signals.push(signal.aborted);
    });
    await vi.advanceTimersByTimeAsync(61_000);
    signals.push(signal.aborted);
    return { kind: 'admitted', check: undefined };
  };
  const turn: SuiteContext['turn'] = async (act) => {
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    return await act();
  };
  await limitedBuilder(build, 2)(contextWith({ turn }));
  expect(signals).toEqual([false, false, true]);
});

test('an interrupted command is no rejection', async () => {
  const controller = new AbortController();
  const built = limitedBuilder(endless, 2)(contextWith({ signal: controller.signal }));
  controller.abort(new Error('interrupted'));
  await expect(built).rejects.toThrow('interrupted');
});
