import { createReadStream } from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { RefbenchError } from '@refbench/contracts';
import { extract, pack, type Pack } from 'tar-stream';
import type { LayerDefinition } from './image-definitions.ts';
import type { PinnedArchive } from './image-identity.ts';

/** A fixed time for all files, so that equal inputs produce equal bytes. */
const TIME = new Date(0);
const ROOT = { uid: 0, gid: 0, uname: 'root', gname: 'root', mtime: TIME };

export interface FetchedArchive {
  readonly archive: PinnedArchive;
  /** Path of the tarball on this host. */
  readonly path: string;
}

/**
 * Creates a tar archive to unpack at `/`: files of the archives at their configured paths, then links
 * and files. Everything belongs to root. An error destroys the stream.
 */
export function toolchainLayer(
  definition: Pick<LayerDefinition, 'links' | 'files'>,
  archives: readonly FetchedArchive[],
): Readable {
  const tar = pack();
  writeAll(tar, definition, archives).catch((error: unknown) => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  // The engine's client requires a stream of Node, and the packer uses another implementation.
  const out = new PassThrough();
  pipeline(tar, out).catch((error: unknown) => {
    out.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return out;
}

async function writeAll(
  tar: Pack,
  definition: Pick<LayerDefinition, 'links' | 'files'>,
  archives: readonly FetchedArchive[],
): Promise<void> {
  for (const archive of archives) await copyArchive(tar, archive);
  for (const [name, target] of Object.entries(definition.links)) {
    tar.entry({ name, ...ROOT, type: 'symlink', linkname: target, mode: 0o777 });
  }
  for (const [name, text] of Object.entries(definition.files)) {
    tar.entry({ name, ...ROOT, mode: 0o644 }, text);
  }
  tar.finalize();
}

async function copyArchive(tar: Pack, { archive, path }: FetchedArchive): Promise<void> {
  const missing = new Set(Object.keys(archive.place));
  const reader = extract();
  const source = pipeline(createReadStream(path), createGunzip(), reader);
  // Handled below, after the error of the reader has ended the loop.
  source.catch(() => undefined);
  for await (const entry of reader) {
    const { header } = entry;
    const found = placeOf(header.name, archive.place);
    if (found === undefined || header.type !== 'file') {
      entry.resume();
      continue;
    }
    missing.delete(found.from);
    const executable =
      ((header.mode ?? 0) & 0o111) !== 0 ||
      archive.executables?.includes(innerOf(header.name)) === true;
    const target = tar.entry({
      name: found.to,
      ...ROOT,
      mode: executable ? 0o755 : 0o644,
      size: header.size ?? 0,
    });
    await pipeline(entry, target);
  }
  await source;
  if (missing.size === 0) return;
  throw new RefbenchError({
    kind: 'image',
    message: `${archive.package}@${archive.version} does not contain ${[...missing].join(', ')}`,
    hint: 'correct `place` in docker/images/images.yaml',
  });
}

/** Maps `package/bin/node` by `bin/node: usr/local/bin/node` or by the entry of a parent folder. */
function placeOf(
  name: string,
  place: Readonly<Record<string, string>>,
): { readonly from: string; readonly to: string } | undefined {
  const inner = innerOf(name);
  // npm also checks names, but the result is written into an image, so it is checked again.
  if (inner.split('/').includes('..')) return undefined;
  for (const [from, to] of Object.entries(place)) {
    if (inner === from) return { from, to };
    if (from === '.') return { from, to: `${to}/${inner}` };
    if (inner.startsWith(`${from}/`)) return { from, to: `${to}${inner.slice(from.length)}` };
  }
  return undefined;
}

/** The path without the folder that every npm archive has. */
function innerOf(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}
