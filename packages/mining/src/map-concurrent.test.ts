import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapConcurrent } from './map-concurrent.ts';

test('no more than so many run at once, begun in order, each once', async () => {
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  await mapConcurrent([5, 1, 4, 2, 3], 2, async (item) => {
    begun.push(item);
    running += 1;
    most = Math.max(most, running);
    await sleep(item);
    running -= 1;
  });
  expect(begun).toStrictEqual([5, 1, 4, 2, 3]);
  expect(most).toBe(2);
});

test('a failure begins nothing more, and is thrown when the rest has ended', async () => {
  const ended: number[] = [];
  const work = async (item: number): Promise<void> => {
    await sleep(item);
    if (item === 1) throw new Error('broken');
    ended.push(item);
  };
  await expect(mapConcurrent([1, 20, 3], 2, work)).rejects.toThrow('broken');
  expect(ended).toStrictEqual([20]);
});
