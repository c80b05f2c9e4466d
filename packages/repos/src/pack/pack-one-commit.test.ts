import { execFileSync } from 'node:child_process';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import type { Repository } from '../tree/repository.ts';
import {
  emptyRepository,
  MIRRORED_COMMITS,
  openMirrored,
  plainGit,
  textFiles,
  writeFiles,
} from '../repos.testkit.ts';
import { missingMirror, temporaryFolder } from '@refbench/test-helpers';
import { bytePath, type BytePath } from '../tree/tree.ts';
import { packOneCommit } from './pack-one-commit.ts';

const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, mtime: 946_684_800 };

async function unpack(repository: Repository, treeish: string, into: string): Promise<void> {
  await mkdir(into);
  const tar = await buffer(packOneCommit(repository, treeish, owner));
  execFileSync('tar', ['-C', into, '-xf', '-'], {
    input: tar,
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  });
}

function lines(output: Buffer): readonly string[] {
  return output
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '');
}

/** Returns every object in the unpacked folder, reachable or not. */
function allObjects(folder: string): readonly string[] {
  return lines(plainGit(folder, ['cat-file', '--batch-all-objects', '--batch-check']));
}

async function assertHistoryFree(
  repository: Repository,
  treeish: string,
  folder: string,
): Promise<void> {
  const blobs = [...(await repository.readTree(treeish)).values()]
    .filter((e) => e.mode !== '160000')
    .map((e) => e.oid);
  const objects = allObjects(folder);
  expect(objects.filter((o) => o.includes(' commit '))).toHaveLength(1);
  expect(objects.filter((o) => o.includes(' tag '))).toEqual([]);
  const found = objects.filter((o) => o.includes(' blob ')).map((o) => o.slice(0, 40));
  expect(found).toEqual([...new Set(blobs)].sort());
  expect(plainGit(folder, ['fsck', '--full', '--unreachable', '--no-reflogs']).toString()).toBe('');
  expect(lines(plainGit(folder, ['rev-list', '--all', '--objects'])).length).toBe(objects.length);
  expect(lines(plainGit(folder, ['for-each-ref']))).toHaveLength(1);
  expect(lines(plainGit(folder, ['remote']))).toEqual([]);
  expect(lines(plainGit(folder, ['log', '--format=%an <%ae> %at %s']))).toEqual([
    'RefBench <refbench@localhost> 946684800 Base',
  ]);
  expect((await readdir(join(folder, '.git'))).sort()).toEqual([
    'HEAD',
    'config',
    'index',
    'info',
    'objects',
    'refs',
  ]);
}

test('unusual names, modes and links are unpacked with their owner and a clean status', async () => {
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  const files = new Map([
    ...textFiles({
      'run.sh': 'exec:echo\n',
      'deep/er/x.txt': 'x\r\n',
      link: 'link:deep/er/x.txt',
      '.gitattributes': '* text eol=crlf ident\n',
      empty: '',
    }),
    ['\xff\n\t"' as BytePath, { mode: '100644' as const, bytes: Buffer.from([0, 255]) }],
    [
      `${'n'.repeat(200)}/${'m'.repeat(200)}` as BytePath,
      { mode: '100644' as const, bytes: Buffer.from('long') },
    ],
  ]);
  const gitlink = { path: bytePath('vendor/lib'), mode: '160000' as const, oid: 'd'.repeat(40) };
  const id = await writeFiles(repository, files, [gitlink]);
  const into = join(folder.path, 'testbed');
  await unpack(repository, id, into);
  await assertHistoryFree(repository, id, into);
  expect(plainGit(into, ['write-tree']).toString().trim()).toBe(id);
  // The attributes request other line ends, but the bytes of the blobs are kept.
  const hashes = plainGit(into, ['hash-object', '--no-filters', 'deep/er/x.txt', 'run.sh']);
  const tree = await repository.readTree(id);
  expect(lines(hashes)).toEqual([
    tree.get(bytePath('deep/er/x.txt'))?.oid,
    tree.get(bytePath('run.sh'))?.oid,
  ]);
  expect((await stat(join(into, 'run.sh'))).mode & 0o777).toBe(0o755);
  expect((await stat(join(into, 'vendor/lib'))).isDirectory()).toBe(true);
  expect((await stat(join(into, 'deep'))).mtimeMs).toBe(owner.mtime * 1000);
  expect(
    (await readdir(repository.gitDir)).filter((name) => name.startsWith('one-commit')),
  ).toEqual([]);
});

test('the same tree always produces the same commit', async () => {
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  const id = await writeFiles(repository, textFiles({ x: 'x\n' }));
  const [one, two] = [
    await buffer(packOneCommit(repository, id, owner)),
    await buffer(packOneCommit(repository, id, owner)),
  ];
  expect(one.equals(two)).toBe(true);
});

test('an error of the source ends the stream', async () => {
  await using folder = await temporaryFolder();
  await using repository = await emptyRepository(folder.path);
  await expect(buffer(packOneCommit(repository, 'a'.repeat(40), owner))).rejects.toThrow(
    'is not a commit or tree',
  );
});

describe('real repositories', () => {
  test.for(MIRRORED_COMMITS)(
    '$name: base is clean, and nothing of golden is there',
    async (commit, { skip }) => {
      const missing = missingMirror(commit.name);
      skip(missing !== undefined, missing);
      const { base, golden } = commit;
      await using folder = await temporaryFolder();
      await using repository = await openMirrored(commit, folder.path);
      const into = join(folder.path, 'testbed');
      await unpack(repository, base, into);
      await assertHistoryFree(repository, base, into);
      expect(plainGit(into, ['status', '--porcelain']).toString()).toBe('');
      const known = new Set(
        [...(await repository.readTree(base)).values()].map((entry) => entry.oid),
      );
      const goldenOnly = [...(await repository.readTree(golden)).values()].filter(
        (entry) => !known.has(entry.oid),
      );
      expect(goldenOnly.length).toBeGreaterThan(0);
      const objects = new Set(allObjects(into).map((line) => line.slice(0, 40)));
      expect(goldenOnly.filter((entry) => objects.has(entry.oid))).toEqual([]);
    },
  );
});
