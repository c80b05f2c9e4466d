import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acquireLock } from '../owner/lock.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import { makeFolder } from './make-folder.ts';
import { writeFileAtomic } from './atomic-file.ts';

test('creates nested folders; creating them twice is not an error', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'a/b/c');
  await Promise.all([makeFolder(path), makeFolder(path)]);
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('the error names a file that blocks a folder', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  const refusal = { kind: 'disk', hint: expect.stringContaining('a file exists') as string };
  await expect(makeFolder(file)).rejects.toMatchObject(refusal);
  await expect(makeFolder(join(file, 'below'))).rejects.toMatchObject(refusal);
  await expect(writeFileAtomic(join(file, 'x.json'), '')).rejects.toMatchObject(refusal);
  await expect(acquireLock(join(file, '.lock'), 'it')).rejects.toMatchObject(refusal);
});

test('a file system without new folders is an error, not an endless loop', async () => {
  await expect(makeFolder('/proc/nope/runs')).rejects.toMatchObject({
    kind: 'disk',
    message: expect.stringContaining('/proc does not allow new folders') as string,
  });
});
