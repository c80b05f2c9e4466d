import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readStarList } from './star-list.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-stars-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function reading(text: string): Promise<unknown> {
  const path = join(folder, 'stars.csv');
  await writeFile(path, text);
  return await readStarList(path);
}

test('reads both forms of names, in any case', async () => {
  expect(await reading('repository,stars\nKoaJS/koa,35000\n')).toEqual(
    new Map([['koajs/koa', 35_000]]),
  );
  expect(await reading('Stars,owner,repo\n7,a,b\n')).toEqual(new Map([['a/b', 7]]));
});

test.each([
  ['repository,count\na/b,1\n', /header has no columns/],
  ['repository,stars\na/b,many\n', /row 2: "many" is no number of stars/],
  ['repository,stars\na/b,-1\n', /row 2: "-1" is no number/],
  ['repository,stars\nab,1\n', /row 2: "ab" is no repository/],
  ['repository,stars\na/b,1\nA/B,2\n', /row 3 repeats A\/B/],
])('refuses %j', async (text, message) => {
  await expect(reading(text)).rejects.toThrow(message);
});
