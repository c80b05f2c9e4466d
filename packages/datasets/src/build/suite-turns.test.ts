import { expect, test } from 'vitest';
import { suiteTurns } from './suite-turns.ts';

interface Act {
  /** Whether its turn has come. */
  readonly has: { started: boolean };
  readonly end: () => void;
  readonly result: Promise<string>;
}

function start(turn: ReturnType<typeof suiteTurns>, name: string): Act {
  const has = { started: false };
  const ending = new AbortController();
  const result = turn(async () => {
    has.started = true;
    await new Promise((resolve) => ending.signal.addEventListener('abort', resolve));
    return name;
  });
  return { has, end: () => ending.abort(), result };
}

const settled = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve, 0));

test('one suite runs at a time, and each has its own result', async () => {
  const turn = suiteTurns(1, 60_000);
  const [one, two] = [start(turn, 'one'), start(turn, 'two')];
  await settled();
  expect([one.has.started, two.has.started]).toEqual([true, false]);
  one.end();
  expect(await one.result).toBe('one');
  await settled();
  expect(two.has.started).toBe(true);
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
