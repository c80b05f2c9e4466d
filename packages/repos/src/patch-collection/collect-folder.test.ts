import { execFileSync } from 'node:child_process';
import { link, mkdir, open, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { changedFiles, patchOf, withBench } from './patch-collection.testkit.ts';

/** Creates a sparse file of the given size. */
async function sparse(path: string, bytes: number): Promise<void> {
  await using file = await open(path, 'w');
  await file.truncate(bytes);
}

test('the content of ignored folders is not read', async () => {
  await withBench(async ({ testbed, collectFolder }) => {
    const folder = join(testbed, 'node_modules/deep/er');
    await mkdir(folder, { recursive: true });
    for (let file = 0; file < 40; file += 1) await sparse(join(folder, `sparse${file}`), 2 ** 31);
    await writeFile(join(folder, 'first'), 'x');
    for (let file = 0; file < 3000; file += 1)
      await link(join(folder, 'first'), join(folder, `${file}`));
    execFileSync('bash', ['-c', `mkfifo '${join(folder, 'pipe')}'`]);
    await symlink('/', join(folder, 'root'));
    await writeFile(join(testbed, 'new.ts'), 'new\n');
    // Base has seven files in two folders. Only these and the new file are read.
    const result = await collectFolder({ entries: 15 });
    expect(result).toMatchObject({ kind: 'collected', changed: 1 });
  });
});

test('files of base in an ignored folder are read', async () => {
  const patch = await patchOf(async (testbed) => {
    await writeFile(join(testbed, 'dist/tracked.js'), 'changed\n');
    await writeFile(join(testbed, 'dist/other.js'), 'ignored\n');
  });
  expect(changedFiles(patch)).toEqual(['dist/tracked.js']);
  const gone = await patchOf(async (testbed) => {
    await rm(join(testbed, 'dist'), { recursive: true });
    await symlink('src', join(testbed, 'dist'));
  });
  expect(gone).toContain('deleted file mode 100644');
});

test.each([
  ['a link', async (at: string) => symlink('b.ts', at)],
  ['a folder', async (at: string) => mkdir(at)],
  ['a folder with a file', async (at: string) => (await mkdir(at), writeFile(join(at, 'x'), 'x'))],
])('a file that became %s', async (_name, make) => {
  const patch = await patchOf(async (testbed) => {
    await rm(join(testbed, 'src/a.ts'));
    await make(join(testbed, 'src/a.ts'));
  });
  expect(patch).toContain('a/src/a.ts');
});

test('a folder that became a link is not entered', async () => {
  const patch = await patchOf(async (testbed) => {
    await rename(join(testbed, 'src'), join(testbed, 'code'));
    await symlink('/etc', join(testbed, 'src'));
  });
  expect(patch).toContain('new file mode 120000');
  expect(patch).not.toContain('passwd');
});

test('the collection ends at the limit of entries and keeps the changes read so far', async () => {
  await withBench(async ({ testbed, collectFolder }) => {
    await writeFile(join(testbed, 'src/a.ts'), 'changed\n');
    await rm(join(testbed, 'run.sh'));
    for (let folder = 0; folder < 300; folder += 1) {
      await mkdir(join(testbed, 'many', `${folder}`), { recursive: true });
    }
    const result = await collectFolder({ entries: 250 });
    expect(result).toMatchObject({
      kind: 'rejected',
      stage: 'entries',
      reason: 'the folder has more than 250 entries',
    });
    // The file system determines the order. Unread files do not count as deleted.
    const partial = result.kind === 'rejected' ? (result.partial?.toString() ?? '') : '';
    expect(partial).not.toContain('deleted file');
  });
});

test('a collection with too much content keeps the changes read before the limit', async () => {
  await withBench(async ({ testbed, collectFolder }) => {
    await writeFile(join(testbed, 'src/a.ts'), 'changed\n');
    await sparse(join(testbed, 'big.bin'), 2 ** 33);
    const result = await collectFolder();
    expect(result).toMatchObject({
      kind: 'rejected',
      stage: 'size',
      reason: expect.stringContaining('big.bin (8589934592)') as string,
    });
    const partial = result.kind === 'rejected' ? (result.partial?.toString() ?? '') : '';
    expect(changedFiles(partial)).toEqual(['src/a.ts']);
  });
});

test('a file of base that became huge is not read, because its size differs', async () => {
  await withBench(async ({ testbed, collectFolder }) => {
    await sparse(join(testbed, 'src/a.ts'), 2 ** 43);
    expect(await collectFolder()).toMatchObject({ stage: 'size' });
  });
});

test('a collection ends at its time limit, for folders and for archives', async () => {
  await withBench(async ({ testbed, collect, collectFolder }) => {
    await writeFile(join(testbed, 'src/a.ts'), 'changed\n');
    expect(await collectFolder({ ms: 1 })).toMatchObject({ kind: 'rejected', stage: 'time' });
    const silent = new Readable({ read: () => undefined });
    expect(await collect(silent, { ms: 50 })).toMatchObject({ kind: 'rejected', stage: 'time' });
    expect(silent.destroyed).toBe(true);
  });
});

test('a collection ends when its caller cancels it', async () => {
  await withBench(async ({ collectFolder }) => {
    const stop = new AbortController();
    const reason = new Error('interrupted');
    const collect = collectFolder({}, stop.signal);
    stop.abort(reason);
    await expect(collect).rejects.toBe(reason);
  });
});
