import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { drawOf, hostDraw, newSeed, seedPath, storedSeed } from './private-draw.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-seed-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a host without a seed draws what everybody can', async () => {
  const { draw, isPrivate } = await hostDraw(folder);
  expect(isPrivate).toBe(false);
  expect(draw.digest).toBe(drawOf('0'.repeat(64)).digest);
  expect(await storedSeed(folder)).toBeUndefined();
});

test('a seed is created once, and only its owner can read it', async () => {
  const [one, other] = await Promise.all([newSeed(folder, false), newSeed(folder, false)]);
  expect(one).toBe(other);
  const { draw, isPrivate } = await hostDraw(folder);
  expect(isPrivate).toBe(true);
  expect(draw.of('a', 'b')).toBe(drawOf(one).of('a', 'b'));
  expect((await stat(seedPath(folder))).mode & 0o777).toBe(0o600);
});

test('a revealed seed repeats the draw, and a new one does not', async () => {
  const seed = await newSeed(folder, false);
  const { draw } = await hostDraw(folder);
  expect(drawOf(seed)).toMatchObject({ digest: draw.digest });
  expect(drawOf(seed).of('x')).toBe(draw.of('x'));
  const renewed = await newSeed(folder, true);
  expect(drawOf(renewed).digest).not.toBe(draw.digest);
  expect((await hostDraw(folder)).draw.digest).toBe(drawOf(renewed).digest);
});

test('parts are kept apart', () => {
  const draw = drawOf('ab'.repeat(32));
  expect(draw.of('a', 'bc')).not.toBe(draw.of('ab', 'c'));
});

test('a damaged file is named, and is not replaced', async () => {
  await writeFile(seedPath(folder), '{}');
  await expect(hostDraw(folder)).rejects.toThrow(/fault-seed\.json/);
});
