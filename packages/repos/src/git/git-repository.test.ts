import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contents, emptyRepository, textFiles, writeFiles } from '../repos.testkit.ts';
import { temporaryFolder } from '@refbench/test-helpers';
import { bytePath } from '../tree/tree.ts';

test.each(['folder /new', ' ', 'x b/x', 'a b/a b'])(
  'adds an empty file whose patch git itself cannot apply: %j',
  async (name) => {
    await using folder = await temporaryFolder();
    await using repository = await emptyRepository(folder.path);
    const from = await writeFiles(repository, textFiles({}));
    const to = await writeFiles(repository, textFiles({ [name]: '' }));
    const patch = await repository.diff(from, to);
    expect(await repository.applyPatch(from, patch)).toEqual({ kind: 'applied', treeId: to });
  },
);

describe('applyPatch', () => {
  const base = textFiles({
    'a.txt': 'one\ntwo\nthree\n',
    'run.sh': 'exec:echo\n',
    link: 'link:a.txt',
  });

  async function apply(patch: string): Promise<string | Readonly<Record<string, string>>> {
    await using folder = await temporaryFolder();
    await using repository = await emptyRepository(folder.path);
    const treeId = await writeFiles(repository, base);
    const result = await repository.applyPatch(treeId, Buffer.from(patch));
    if (result.kind === 'rejected') return `${result.stage}: ${result.reason}`;
    return await contents(repository, result.treeId);
  }

  test('an empty patch does not change the tree', async () => {
    expect(await apply('')).toEqual({
      'a.txt': '100644 one\ntwo\nthree\n',
      'run.sh': '100755 echo\n',
      link: '120000 a.txt',
    });
  });

  test('applies renames and mode changes without a change of content', async () => {
    const patch =
      'diff --git a/a.txt b/sub/b.txt\nsimilarity index 100%\nrename from a.txt\nrename to sub/b.txt\n' +
      'diff --git a/run.sh b/run.sh\nold mode 100755\nnew mode 100644\n';
    expect(await apply(patch)).toEqual({
      'sub/b.txt': '100644 one\ntwo\nthree\n',
      'run.sh': '100644 echo\n',
      link: '120000 a.txt',
    });
  });

  test.each([
    '--- a.txt\n+++ a.txt\n',
    '--- a/a.txt\n+++ b/a.txt\n',
    'diff --git w/a.txt i/a.txt\n--- w/a.txt\n+++ i/a.txt\n',
  ])('accepts the prefixes of %j', async (header) => {
    expect(await apply(`${header}@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n`)).toMatchObject({
      'a.txt': '100644 one\n2\nthree\n',
    });
  });

  test('a patch for another base is rejected with file and line', async () => {
    const reason = await apply('--- a/a.txt\n+++ b/a.txt\n@@ -2 +2 @@\n-zwei\n+2\n');
    expect(reason).toMatch(/^apply: .*a\.txt:2/);
    expect(await apply('--- a/none\n+++ b/none\n@@ -2 +2 @@\n-zwei\n+2\n')).toMatch(
      /^apply: .*none/,
    );
  });

  test('a patch cannot write through a symbolic link', async () => {
    expect(await apply('--- /dev/null\n+++ b/link/x\n@@ -0,0 +1 @@\n+x\n')).toMatch(/^apply: /);
  });

  test('a patch that adds a file in place of a folder does not remove the folder', async () => {
    await using folder = await temporaryFolder();
    await using repository = await emptyRepository(folder.path);
    const treeId = await writeFiles(repository, textFiles({ 'src/a': 'a\n', 'src/b': 'b\n' }));
    const patch = Buffer.from('--- /dev/null\n+++ b/src\n@@ -0,0 +1 @@\n+x\n');
    expect(await repository.applyPatch(treeId, patch)).toMatchObject({
      kind: 'rejected',
      stage: 'apply',
    });
  });

  test('a submodule cannot be changed, not even by a patch without modes', async () => {
    await using folder = await temporaryFolder();
    await using repository = await emptyRepository(folder.path);
    const gitlink = { path: bytePath('lib'), mode: '160000' as const, oid: 'd'.repeat(40) };
    const treeId = await writeFiles(repository, textFiles({ x: 'x' }), [gitlink]);
    const patch = `--- a/lib\n+++ b/lib\n@@ -1 +1 @@\n-Subproject commit ${'d'.repeat(40)}\n+Subproject commit ${'e'.repeat(40)}\n`;
    expect(await repository.applyPatch(treeId, Buffer.from(patch))).toMatchObject({
      stage: 'path',
    });
  });

  test('a patch cannot add a file that exists', async () => {
    expect(await apply('--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1 @@\n+x\n')).toMatch(
      /^apply: .*already exists/,
    );
  });
});

describe('readBlobs', () => {
  test('keeps the order of 1,000 blobs', async () => {
    await using folder = await temporaryFolder();
    await using repository = await emptyRepository(folder.path);
    const files = textFiles(
      Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}`, `${i}\n`.repeat(100)])),
    );
    const id = await writeFiles(repository, files);
    const oids = [...(await repository.readTree(id)).values()].map((entry) => entry.oid);
    const answers: string[] = [];
    for await (const blob of repository.readBlobs(oids)) answers.push(blob.oid);
    expect(answers).toEqual(oids);
    const seen: string[] = [];
    for await (const blob of repository.readBlobs(oids)) {
      seen.push(blob.oid);
      if (seen.length === 3) break;
    }
    expect(seen).toEqual(oids.slice(0, 3));
  });

  test('a missing object is named by its path', async () => {
    await using folder = await temporaryFolder();
    await using repository = await emptyRepository(folder.path);
    const oid = 'c'.repeat(40);
    const id = await writeFiles(repository, new Map(), [
      { path: bytePath('big.bin'), mode: '100644', oid },
    ]);
    const other = await writeFiles(repository, textFiles({ 'big.bin': 'x\n' }));
    await expect(repository.diff(id, other)).rejects.toThrow(`does not contain big.bin (${oid})`);
    await expect(repository.readBlob(oid)).rejects.toThrow(`does not contain big.bin (${oid})`);
    const patch = '--- a/big.bin\n+++ b/big.bin\n@@ -1 +1 @@\n-a\n+b\n';
    await expect(repository.applyPatch(id, Buffer.from(patch))).rejects.toThrow(
      `does not contain big.bin (${oid})`,
    );
  });
});

test('a disposed repository leaves no files', async () => {
  await using folder = await temporaryFolder();
  {
    await using repository = await emptyRepository(folder.path);
    await writeFiles(repository, textFiles({ x: 'x' }));
  }
  expect(await readdir(join(folder.path, 'scratch'))).toEqual([]);
});

test('stores the same files many times at once', async () => {
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  const files = textFiles({ 'a.txt': 'one\n' });
  const stored = await Promise.all(Array.from({ length: 16 }, () => writeFiles(repository, files)));
  expect(new Set(stored).size).toBe(1);
  expect(await contents(repository, stored[0] ?? '')).toEqual({ 'a.txt': '100644 one\n' });
});
