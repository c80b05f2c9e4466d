import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '@refbench/test-helpers';
import { pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { once } from './byte-streams.ts';
import { ImageScan } from './image-scan.ts';

async function tarWith(text: string): Promise<Buffer> {
  const tar = pack();
  tar.entry({ name: 'package/notes.txt' }, text);
  tar.finalize();
  return await buffer(tar);
}

const TOKEN = `npm_${'a1B2'.repeat(9)}`;

/** Returns what looks like a key in a compressed file at this path. */
async function keysIn(path: string): Promise<readonly string[]> {
  await using folder = await temporaryFolder();
  const found: string[] = [];
  const scan = new ImageScan({
    traces: {
      commit: 'c'.repeat(40),
      files: new Map(),
      lines: [],
      baseFiles: new Set(),
      sizes: new Set(),
    },
    own: { repository: 'a/b', goldenAt: undefined, packages: new Map() },
    secrets: [],
    scratch: folder.path,
    onEvidence: ({ secretPatterns }) => found.push(...secretPatterns.map(({ what }) => what)),
  });
  const bytes = gzipSync(await tarWith(TOKEN));
  await scan.file({ layer: 'environment', path, size: bytes.length, chunks: once(bytes) });
  return found;
}

test.each([
  ['an archive of somebody', 'home/bench/backup.bin', ['an npm token']],
  ['a download of npm', 'home/bench/.npm/_cacache/content-v2/sha512/aa/bb/cc', []],
  ['an archive that its name makes a package', 'home/bench/left-pad-1.0.0.tgz', []],
  ['the folder of npm itself', 'home/bench/.npm/settings', ['an npm token']],
])('looks for keys in %s', async (_, path, keys) => expect(await keysIn(path)).toEqual(keys));
