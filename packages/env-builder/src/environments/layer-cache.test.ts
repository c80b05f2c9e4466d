import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';
import { expect, it } from 'vitest';
import { digestOf } from '@refbench/base';
import { temporaryFolder, type Files } from '@refbench/test-helpers';
import type { ImageOptions } from '../images/image-options.ts';
import { deltaOf, removeLayerCache, writeLayerCache, readLayerCache } from './layer-cache.ts';
import { indexOf, layerDelta } from './layer-delta.ts';
import { indexArchive, indexTree, type FolderArchive, type TarIndexEntry } from './tar-index.ts';

const DIGEST = digestOf('of dependencies');

/** Folders by their name's end. */
async function tar(files: Files): Promise<Buffer> {
  const archive = pack();
  for (const [name, text] of Object.entries(files)) {
    if (name.endsWith('/')) archive.entry({ name, type: 'directory' });
    else archive.entry({ name, mtime: new Date(9e11) }, text);
  }
  archive.finalize();
  return await buffer(archive);
}

interface Built {
  readonly options: ImageOptions;
  readonly packed: readonly TarIndexEntry[];
  readonly below: ReturnType<typeof indexOf>;
  readonly written: readonly TarIndexEntry[];
}

/** A commit, what its setup made of it, and what of that lies in the layer of dependencies. */
async function built(
  stateDir: string,
  { commit, after }: Record<'commit' | 'after', Files>,
): Promise<Built> {
  const packedFile = join(stateDir, 'packed.tar');
  await writeFile(packedFile, await tar({ './': '', ...commit }));
  async function* folders(): AsyncGenerator<FolderArchive> {
    const files = Object.entries(after).map(([name, text]) => [`testbed/${name}`, text] as const);
    const all = await tar({ 'testbed/': '', ...Object.fromEntries(files) });
    yield { parent: '', archive: Readable.from([all], { objectMode: false }) };
  }
  const entries = await indexTree(folders(), join(stateDir, 'spool'));
  const below = indexOf(entries.filter(({ path }) => /^testbed($|.*node_modules)/.test(path)));
  const written = layerDelta(entries, below)?.written ?? [];
  const packed = await indexArchive('testbed', packedFile);
  // Nothing else of the options is read.
  return { options: { stateDir } as ImageOptions, packed, below, written };
}

const COMMIT: Files = { 'a.txt': 'a', 'src/': '', 'src/b.txt': 'b' };
const MADE: Files = {
  'node_modules/': '',
  'node_modules/x': 'x',
  'dist/': '',
  'dist/b.js': 'made',
};

it('restores an identical image from the commit and the cache', async () => {
  await using folder = await temporaryFolder();
  const { options, ...laid } = await built(folder.path, {
    commit: COMMIT,
    after: { ...COMMIT, ...MADE },
  });
  await writeLayerCache(DIGEST, laid, options);
  const rest = (await readLayerCache(DIGEST, options)) ?? [];
  expect(rest.map(({ path }) => path)).toEqual(['testbed', 'testbed/dist', 'testbed/dist/b.js']);
  const again = deltaOf({ ...laid, rest });
  expect(indexOf(again.written)).toEqual(indexOf(laid.written));
  expect(again.removed).toEqual([]);
  await removeLayerCache(DIGEST, options);
  expect(await readLayerCache(DIGEST, options)).toBeUndefined();
});

it('restores nothing if the cache was altered', async () => {
  await using folder = await temporaryFolder();
  const { options, ...laid } = await built(folder.path, {
    commit: COMMIT,
    after: { ...COMMIT, ...MADE },
  });
  await writeLayerCache(DIGEST, laid, options);
  const kept = join(folder.path, 'dependency-layers');
  const archive = (await readdir(kept)).find((name) => name.endsWith('.tar')) ?? '';
  await writeFile(join(kept, archive), await tar({ 'testbed/': '', 'testbed/dist/b.js': 'other' }));
  expect(await readLayerCache(DIGEST, options)).toBeUndefined();
});

it('does not cache a tree that lacks a file of its commit', async () => {
  await using folder = await temporaryFolder();
  const { options, ...laid } = await built(folder.path, {
    commit: COMMIT,
    after: { ...MADE, 'a.txt': 'a' },
  });
  await writeLayerCache(DIGEST, laid, options);
  expect(await readLayerCache(DIGEST, options)).toBeUndefined();
});
