import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pack, type Header } from 'tar-stream';
import { expect, it } from 'vitest';
import { readTar } from '@refbench/repos';
import { temporaryFolder } from '@refbench/test-helpers';
import { isThirdParty } from './third-party-paths.ts';
import { indexTree, tarOf, type FolderArchive } from './tar-index.ts';

type Item = Partial<Header> & Pick<Header, 'name'> & { readonly content?: string };

async function archiveOf(parent: string, items: readonly Item[]): Promise<FolderArchive> {
  const tar = pack();
  for (const { content, ...header } of items) tar.entry(header, content ?? '');
  tar.finalize();
  // In one piece: where the pieces of a stream end must not matter.
  return { parent, archive: Readable.from([await buffer(tar)], { objectMode: false }) };
}

async function* sequence(...archives: readonly FolderArchive[]): AsyncGenerator<FolderArchive> {
  for (const archive of archives) yield await Promise.resolve(archive);
}

const HOME: readonly Item[] = [
  { name: 'bench/', type: 'directory', mode: 0o755, uid: 10_001 },
  { name: 'bench/.npm/a', content: 'one', uid: 10_001 },
  { name: 'bench/.npm/b', type: 'link', linkname: 'bench/.npm/a' },
  { name: `bench/${'long/'.repeat(40)}name`, content: 'é' },
];
const TREE: readonly Item[] = [
  { name: 'testbed/', type: 'directory' },
  { name: 'testbed/link', type: 'symlink', linkname: 'file' },
  { name: 'testbed/empty', content: '' },
];

it('returns unchanged entries of the requested folders', async () => {
  await using folder = await temporaryFolder();
  const spool = join(folder.path, 'spool');
  const entries = await indexTree(
    sequence(await archiveOf('home', HOME), await archiveOf('', TREE)),
    spool,
  );
  expect(entries.map(({ path }) => path)).toEqual([
    'home/bench',
    'home/bench/.npm/a',
    'home/bench/.npm/b',
    `home/bench/${'long/'.repeat(40)}name`,
    'testbed',
    'testbed/link',
    'testbed/empty',
  ]);
  const chosen = entries.filter((entry) => entry.parent === 'home' && !entry.isDirectory);
  const found: unknown[] = [];
  for await (const entry of readTar(tarOf(chosen))) {
    const body: Buffer[] = [];
    for await (const piece of entry.body()) body.push(piece);
    found.push([entry.name, entry.type, entry.linkTarget, Buffer.concat(body).toString()]);
  }
  expect(found).toEqual([
    ['bench/.npm/a', 'file', '', 'one'],
    ['bench/.npm/b', 'hardlink', 'bench/.npm/a', ''],
    [`bench/${'long/'.repeat(40)}name`, 'file', '', 'é'],
  ]);
});

it('compares all relevant properties of entries, and the time only for Python sources', async () => {
  await using folder = await temporaryFolder();
  const digestOf = async (
    item: Item,
    before: readonly Item[] = [],
  ): Promise<string | undefined> => {
    const archive = await archiveOf('', [...before, item]);
    const entries = await indexTree(sequence(archive), join(folder.path, 'spool'));
    return entries.at(-1)?.digest;
  };
  const plain: Item = { name: 'a', content: 'x', mode: 0o644, mtime: new Date(0) };
  const link: Item = { name: 'b', type: 'link', linkname: 'a' };
  const others = await Promise.all([
    digestOf(plain),
    digestOf({ ...plain, content: 'y' }),
    digestOf({ ...plain, mode: 0o755 }),
    digestOf({ ...plain, uid: 10_001 }),
    digestOf({ name: 'a', type: 'symlink', linkname: 'x' }),
    digestOf({ name: 'a', type: 'symlink', linkname: 'y' }),
    digestOf(link, [plain]),
    digestOf(link, [{ ...plain, content: 'y' }]),
  ]);
  expect(new Set(others).size).toBe(others.length);
  const later = new Date(1e12);
  expect(await digestOf({ ...plain, mtime: later })).toBe(others[0]);
  const source = { ...plain, name: 'a.py' };
  expect(await digestOf({ ...source, mtime: later })).not.toBe(await digestOf(source));
});

it.each([
  ['home/bench/.npm/_cacache/x', true],
  ['home/bench/go/pkg/mod/x', true],
  ['home/bench/.npmrc', false],
  ['home/bench/.cache/go-build/00/x', false],
  ['testbed/packages/a/node_modules/x/index.js', true],
  ['testbed/src/modules.js', false],
  ['testbed/.git/objects/00/x', false],
  ['usr/lib/node_modules/x', false],
])('%s was fetched: %s', (path, fetched) => {
  expect(isThirdParty(path)).toBe(fetched);
});
