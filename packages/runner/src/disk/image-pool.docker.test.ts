import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type CatalogEntry } from '@refbench/instances';
import { selectInstances } from '@refbench/instances';
import {
  openDiskBed,
  OWN_BYTES,
  ROOM_BYTES,
  storedOf,
  totalBytes,
  type DiskBed,
} from './disk.testkit.ts';
import { ImagePool } from './image-pool.ts';

// Five builds, each searched for leaks: minutes on a busy machine.
vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 600_000 });

let bed: DiskBed;
let entries: readonly CatalogEntry[];
beforeAll(async () => {
  bed = await openDiskBed();
  entries = await selectInstances(bed.workspace, ['*']);
});
afterAll(async () => {
  await bed[Symbol.asyncDispose]();
});

async function openPool(budgetBytes: number, floorBytes = 0): Promise<ImagePool> {
  return await ImagePool.open({
    ...bed,
    entries,
    budgetBytes,
    floorBytes,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
}

it('alternates between two images with room for one, and never exceeds the budget', async () => {
  const sizes: number[] = [];
  const budget = totalBytes(await storedOf(bed)) + ROOM_BYTES;
  const pool = await openPool(budget);
  const [one, two] = entries;
  if (one === undefined || two === undefined) throw new Error('two instances were written');
  for (const entry of [one, two, one]) {
    await using _lease = await pool.acquire(entry);
    const stored = await storedOf(bed);
    sizes.push(totalBytes(stored));
    expect([...stored.tops.keys()]).toEqual([entry.instance.id]);
  }
  expect(Math.max(...sizes)).toBeLessThanOrEqual(budget);
  expect(Math.min(...sizes)).toBeGreaterThan(budget - ROOM_BYTES + OWN_BYTES);
});

it('counts a layer once after another process has removed its tag', async () => {
  const before = totalBytes(await storedOf(bed));
  const layers = await bed.engine.listImages('refbench.dependencies');
  const tags = layers.flatMap((image) => image.tags);
  const own = tags.filter((tag) =>
    entries.some(({ instance }) => tag.includes(layerName(instance))),
  );
  expect(own).toHaveLength(1);
  for (const tag of own) await bed.engine.removeImage(tag);
  expect(totalBytes(await storedOf(bed))).toBe(before);
});

function layerName({ repository }: CatalogEntry['instance']): string {
  return `refbench/deps:${repository.name.replace('/', '__')}-`;
}

it('refuses at once an image that cannot fit or would leave too little disk space', async () => {
  await expect(openPool(OWN_BYTES)).rejects.toMatchObject({
    kind: 'disk',
    message: expect.stringMatching(/refbench__disk-.*--disk allows 40 MB/) as unknown,
  });
  const greedy = await openPool(1e12, Number.MAX_SAFE_INTEGER / 2);
  const absent = entries.find(({ instance }) => instance.id.includes('two'));
  if (absent === undefined) throw new Error('two instances were written');
  await expect(greedy.acquire(absent)).rejects.toMatchObject({ kind: 'disk' });
});

it('stops a build that writes more than the available space', async () => {
  const outside = totalBytes(await storedOf(bed));
  await rm(join(bed.workspace.stateDir, 'image-sizes.json'));
  const pool = await openPool(outside + OWN_BYTES / 2);
  const absent = entries.find(({ instance }) => instance.id.includes('two'));
  if (absent === undefined) throw new Error('two instances were written');
  await expect(pool.acquire(absent)).rejects.toMatchObject({
    message: expect.stringMatching(/wrote more than|No space|File size limit/) as unknown,
  });
});
