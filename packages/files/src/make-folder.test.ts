import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acquireLock } from './lock.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import { makeFolder } from './make-folder.ts';
import { writeFileAtomic } from './atomic-file.ts';

test('folders are made one in the other, and twice is no error', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'a/b/c');
  await Promise.all([makeFolder(path), makeFolder(path)]);
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('a file in the way is named, by everything that writes', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  const refusal = { kind: 'disk', hint: expect.stringContaining('a file exists') as string };
  await expect(makeFolder(file)).rejects.toMatchObject(refusal);
  await expect(makeFolder(join(file, 'below'))).rejects.toMatchObject(refusal);
  await expect(writeFileAtomic(join(file, 'x.json'), '')).rejects.toMatchObject(refusal);
  await expect(acquireLock(join(file, '.lock'), 'it')).rejects.toMatchObject(refusal);
});

test('a file system that takes no folders is an error, and no endless loop', async () => {
  await expect(makeFolder('/proc/nope/runs')).rejects.toMatchObject({
    kind: 'disk',
    message: expect.stringContaining('/proc does not allow new folders') as string,
  });
});
