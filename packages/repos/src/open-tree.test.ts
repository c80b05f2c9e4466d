import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTree } from './open-tree.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-open-tree-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('a file that is too large is listed as unreadable', async () => {
  await writeFile(join(folder, 'small.txt'), 'text');
  await using image = await open(join(folder, 'disk.img'), 'w');
  // The file is sparse and takes no space.
  await image.truncate(5 * 2 ** 30);
  await using tree = await openTree(folder, { cacheDir: folder });
  const paths: string[] = [];
  for await (const { path } of tree.files()) paths.push(path);
  expect(paths).toEqual(['small.txt']);
  expect(tree.unreadable).toEqual([{ file: 'disk.img', reason: 'it is larger than 1 GiB' }]);
});
