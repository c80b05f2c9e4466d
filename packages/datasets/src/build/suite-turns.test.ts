import { once } from 'node:events';
import { expect, test } from 'vitest';
import { suiteTurns } from './suite-turns.ts';

interface Act {
  /** Fulfilled when its turn comes. */
  readonly started: Promise<unknown>;
  readonly end: () => void;
  readonly result: Promise<string>;
}

function start(turn: ReturnType<typeof suiteTurns>, name: string): Act {
  const starting = new EventTarget();
  const started = once(starting, 'started');
  const ending = new AbortController();
  const result = turn(async () => {
    const ended = once(ending.signal, 'abort');
    starting.dispatchEvent(new Event('started'));
    await ended;
    return name;
  });
  return { started, end: () => ending.abort(), result };
}

test('one suite runs at a time, and each has its own result', async () => {
  const turn = suiteTurns(1, 60_000);
  const order: string[] = [];
  const [one, two] = [start(turn, 'one'), start(turn, 'two')];
  void two.started.then(() => order.push('two started'));
  void one.result.then(() => order.push('one ended'));
  await one.started;
  one.end();
  expect(await one.result).toBe('one');
  await two.started;
  expect(order).toEqual(['one ended', 'two started']);
  two.end();
  expect(await two.result).toBe('two');
});

test('a suite that hangs lets the next one start, and can still end', async () => {
  const turn = suiteTurns(1, 1);
  const hanging = start(turn, 'hanging');
  expect(await turn(() => Promise.resolve('next'))).toBe('next');
  hanging.end();
  expect(await hanging.result).toBe('hanging');
});

test('a failure ends the turn', async () => {
  const turn = suiteTurns(1, 60_000);
  await expect(turn(() => Promise.reject(new Error('no suite')))).rejects.toThrow('no suite');
  expect(await turn(() => Promise.resolve('next'))).toBe('next');
});
