import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { git, temporaryFolder } from '@refbench/test-helpers';
import { collect, once } from './byte-streams.ts';
import { archiveKind, openArchive } from './archives.ts';

const TEXT = 'a line that lies in an archive\n';

/** Returns the name and text of each member, or the reason why it could not be read. */
async function membersOf(archive: Buffer): Promise<readonly string[]> {
  await using folder = await temporaryFolder();
  const kind = archiveKind(archive);
  if (kind === undefined) throw new Error('it is not known as an archive');
  const members: string[] = [];
  await openArchive(kind, once(archive), {
    scratch: folder.path,
    visit: async ({ name, chunks }) => {
      members.push(`${name}: ${(await collect(chunks, 10_000))?.toString('latin1')}`);
    },
    unread: (name, reason) => void members.push(`${name} unread: ${reason}`),
  });
  return members;
}

/** Returns the output of a program in a folder that contains only `one.txt`. */
async function archived(program: string, args: readonly string[]): Promise<Buffer> {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'one.txt'), TEXT);
  return execFileSync(program, [...args], { cwd: folder.path });
}

it.each<readonly [string, readonly string[], string]>([
  ['tar', ['-cf', '-', 'one.txt'], 'one.txt'],
  ['gzip', ['-c', 'one.txt'], ''],
  ['xz', ['-c', 'one.txt'], ''],
  ['bzip2', ['-c', 'one.txt'], ''],
])('reads what %s writes', async (program, args, name) => {
  expect(await membersOf(await archived(program, args))).toEqual([`${name}: ${TEXT}`]);
});

async function zipOf(prepare: (tree: string) => Promise<void>): Promise<Buffer> {
  await using folder = await temporaryFolder();
  git(folder.path, ['init', '--quiet']);
  await prepare(folder.path);
  git(folder.path, ['add', '--all']);
  git(folder.path, ['commit', '--quiet', '--message=zip']);
  return execFileSync('git', ['archive', '--format=zip', 'HEAD'], { cwd: folder.path });
}

it('reads a deflated or stored zip, also after other bytes and without its directory', async () => {
  const zip = await zipOf(async (tree) => {
    await mkdir(join(tree, 'd'));
    await writeFile(join(tree, 'd/long.txt'), TEXT.repeat(20));
    await writeFile(join(tree, 'short.txt'), 'short');
  });
  const expected = [`d/long.txt: ${TEXT.repeat(20)}`, 'short.txt: short'];
  expect(await membersOf(zip)).toEqual(expected);
  expect(await membersOf(Buffer.concat([Buffer.from('cc=4,headers'), zip]))).toEqual(expected);
  const directory = zip.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
  expect(await membersOf(zip.subarray(0, directory))).toEqual(expected);
});

it('names the member of a zip that cannot be read', async () => {
  const zip = await zipOf((tree) => writeFile(join(tree, 'long.txt'), TEXT.repeat(20)));
  zip.fill(0xff, 30 + 'long.txt'.length + 9, 50);
  expect((await membersOf(zip)).join()).toMatch(/^long\.txt unread: /);
});

it('does not take the signature in a program that writes zips for a member', async () => {
  const zip = await zipOf((tree) => writeFile(join(tree, 'short.txt'), 'short'));
  const message =
    '\u007fELF\0PK\u0003\u0004\0The archive should be compressed\0%s -acf test4.zip\0';
  const emptyName = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(60)]);
  const program = Buffer.concat([Buffer.from(message), emptyName, Buffer.alloc(9, 'x')]);
  expect(await membersOf(program)).toEqual([]);
  expect(await membersOf(Buffer.concat([program, zip]))).toEqual(['short.txt: short']);
});

it('names a file that starts as a zip, even if its header is damaged', async () => {
  const damaged = Buffer.from('PK\u0003\u0004\u0014\0\0\0\u0063\0and no more of it');
  expect((await membersOf(Buffer.concat([damaged, Buffer.alloc(30, 'x')]))).join()).toMatch(
    /unread: /,
  );
});

it('reads loose and packed git objects, whether or not they are referenced', async () => {
  const loose = deflateSync(Buffer.from(`blob ${TEXT.length}\0${TEXT}`));
  expect(await membersOf(loose)).toEqual([`: ${TEXT}`]);
  await using folder = await temporaryFolder();
  git(folder.path, ['init', '--quiet']);
  await writeFile(join(folder.path, 'one.txt'), TEXT);
  const oid = git(folder.path, ['hash-object', '-w', 'one.txt']).trim();
  const pack = execFileSync('git', ['pack-objects', '--stdout', '--quiet'], {
    cwd: folder.path,
    input: oid,
  });
  expect(await membersOf(pack)).toEqual([`${oid}: ${TEXT}`]);
  await expect(membersOf(pack.subarray(0, -4))).rejects.toThrow(/index-pack/);
});

it('fails if an archive is truncated', async () => {
  await expect(membersOf(gzipSync(TEXT.repeat(999)).subarray(0, -20))).rejects.toThrow(/end/);
  await expect(
    membersOf((await archived('xz', ['-c', 'one.txt'])).subarray(0, -9)),
  ).rejects.toThrow('xz ended with 1');
});

it('does not mistake source files that mention signatures for archives', () => {
  const source = Buffer.concat([Buffer.alloc(257, '/'), Buffer.from('ustar'), Buffer.alloc(400)]);
  expect(archiveKind(source)).toBeUndefined();
  expect(archiveKind(Buffer.from('x = 1\n'))).toBeUndefined();
  expect(archiveKind(Buffer.alloc(0))).toBeUndefined();
});

it('takes a text that starts with "PACK" for a text', () => {
  expect(
    archiveKind(Buffer.from('PACKAGES\n========\nThis is how they are built.\n')),
  ).toBeUndefined();
  expect(archiveKind(Buffer.from('PACK\0\0\0\u0002\0\0\0\u0001'))).toBe('git-pack');
});
