import { expect, test } from 'vitest';
import { withInfraRetries } from './with-infra-retries.ts';

const signal = new AbortController().signal;

/** Work that returns these results in turn, and what was seen of it. */
function scripted(results: readonly string[]) {
  const calls: number[] = [];
  const delays: number[] = [];
  const work = withInfraRetries<{ readonly signal: AbortSignal }, string>(
    (_options, call) => {
      calls.push(call);
      return Promise.resolve(results[call - 1] ?? 'no result');
    },
    (result) => result === 'infra',
    {
      calls: 3,
      delayMs: 10,
      sleep: (ms) => {
        delays.push(ms);
        return Promise.resolve();
      },
    },
  );
  return { work, calls, delays };
}

test('a result that is no infrastructure failure stands', async () => {
  const { work, calls, delays } = scripted(['failed']);
  expect(await work({ signal })).toBe('failed');
  expect(calls).toEqual([1]);
  expect(delays).toEqual([]);
});

test('an infrastructure failure is retried, each time after a longer delay', async () => {
  const { work, calls, delays } = scripted(['infra', 'infra', 'passed']);
  expect(await work({ signal })).toBe('passed');
  expect(calls).toEqual([1, 2, 3]);
  expect(delays).toEqual([10, 40]);
});

test('the last failure stands', async () => {
  const { work, calls } = scripted(['infra', 'infra', 'infra', 'passed']);
  expect(await work({ signal })).toBe('infra');
  expect(calls).toEqual([1, 2, 3]);
});

test('an aborted signal ends the delay', async () => {
  const controller = new AbortController();
  const work = withInfraRetries<{ readonly signal: AbortSignal }, string>(
    ({ signal }) => {
      if (signal.aborted) return Promise.resolve('stopped');
      controller.abort();
      return Promise.resolve('infra');
    },
    (result) => result === 'infra',
  );
  expect(await work({ signal: controller.signal })).toBe('stopped');
});
