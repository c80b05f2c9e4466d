import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapConcurrent } from './map-concurrent.ts';

/** Work that lasts until the test ends it. */
function openWork() {
  const ends = new Map<number, () => void>();
  return {
    running: () => [...ends.keys()],
    begin: (item: number) => new Promise<void>((resolve) => ends.set(item, resolve)),
    async end(item: number): Promise<void> {
      ends.get(item)?.();
      ends.delete(item);
      await nextTurn();
    },
  };
}

test('no more than so many run at once, begun in order, each once', async () => {
  const begun: number[] = [];
  const work = openWork();
  const done = mapConcurrent([5, 1, 4, 2, 3], 2, (item) => {
    begun.push(item);
    return work.begin(item);
  });
  await nextTurn();
  for (const [ending, running] of [
    [1, [5, 1]],
    [5, [5, 4]],
    [2, [4, 2]],
    [3, [4, 3]],
    [4, [4]],
  ] as const) {
    expect(work.running()).toStrictEqual(running);
    await work.end(ending);
  }
  await done;
  expect(begun).toStrictEqual([5, 1, 4, 2, 3]);
});

test('a failure begins nothing more, and is thrown when the rest has ended', async () => {
  const work = openWork();
  let failure: unknown;
  const done = mapConcurrent([1, 20, 3], 2, async (item) => {
    if (item === 1) throw new Error('broken');
    await work.begin(item);
  }).catch((error: unknown) => (failure = error));
  await nextTurn();
  expect(work.running()).toStrictEqual([20]);
  expect(failure).toBeUndefined();
  await work.end(20);
  await done;
  expect(failure).toMatchObject({ message: 'broken' });
  expect(work.running()).toStrictEqual([]);
});
