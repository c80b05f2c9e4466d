import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFileAtomic } from './atomic-file.ts';
import { temporaryFolder } from '@refbench/test-helpers';

test('creates missing folders and leaves no temporary file', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'a/b/c.json');
  await writeFileAtomic(path, 'one');
  await writeFileAtomic(path, 'two');
  expect(await readFile(path, 'utf8')).toBe('two');
  expect(await readdir(join(folder.path, 'a/b'))).toEqual(['c.json']);
});

test('a folder at the target path is an error, and no files remain', async () => {
  await using folder = await temporaryFolder();
  await writeFileAtomic(join(folder.path, 'taken/inside'), '');
  await expect(writeFileAtomic(join(folder.path, 'taken'), 'x')).rejects.toThrow(
    /EISDIR|ENOTEMPTY/,
  );
  expect(await readdir(folder.path)).toEqual(['taken']);
});

test('a full disk names the path and the hint, and keeps the old file', async () => {
  // Writing to /dev/full fails with ENOSPC, without a separate file system.
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'kept');
  await writeFile(path, 'old');
  const { guardDisk } = await import('./disk-error.ts');
  await expect(guardDisk(path, () => writeFile('/dev/full', 'new'))).rejects.toMatchObject({
    kind: 'disk',
    message: `cannot write ${path}: ENOSPC`,
  });
  expect(await readFile(path, 'utf8')).toBe('old');
});
