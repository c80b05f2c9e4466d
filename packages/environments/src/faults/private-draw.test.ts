import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { drawOf, newSeed, privateDraw, seedPath, storedSeed } from './private-draw.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-seed-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the first draw creates a seed, and all others use it', async () => {
  expect(await storedSeed(folder)).toBeUndefined();
  const [one, other] = await Promise.all([privateDraw(folder), privateDraw(folder)]);
  expect(one.digest).toBe(other.digest);
  expect(one.of('a', 'b')).toBe(other.of('a', 'b'));
  expect((await stat(seedPath(folder))).mode & 0o777).toBe(0o600);
});

test('a revealed seed repeats the draw, and a new one does not', async () => {
  const draw = await privateDraw(folder);
  const seed = (await storedSeed(folder)) ?? '';
  expect(drawOf(seed)).toMatchObject({ digest: draw.digest });
  expect(drawOf(seed).of('x')).toBe(draw.of('x'));
  expect(await newSeed(folder, false)).toBe(seed);
  const renewed = await newSeed(folder, true);
  expect(drawOf(renewed).digest).not.toBe(draw.digest);
  expect((await privateDraw(folder)).digest).toBe(drawOf(renewed).digest);
});

test('parts are kept apart', () => {
  const draw = drawOf('ab'.repeat(32));
  expect(draw.of('a', 'bc')).not.toBe(draw.of('ab', 'c'));
});

test('a damaged file is named, and is not replaced', async () => {
  await writeFile(seedPath(folder), '{}');
  await expect(privateDraw(folder)).rejects.toThrow(/fault-seed\.json/);
});
