import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { digestSchema, type Digest } from '@refbench/contracts';
import { digestOf, guardDisk, readJsonFile, shortDigest, writeFileAtomic } from '@refbench/base';
import { z } from 'zod';
import type { ImageOptions } from '../images/image-options.ts';
import { dependencyFolder } from './dependency-layer.ts';
import { indexOf, layerDelta, wholeTree, type LayerDelta, type LayerIndex } from './layer-delta.ts';
import { indexArchive, tarOf, type TarIndexEntry } from './tar-index.ts';

/**
 * Larger remainders are not cached, because they would use the space that was freed by removing
 * images.
 */
const MAX_REST_BYTES = 2 ** 27;

const restSchema = z.strictObject({
  schema: z.literal(1),
  archives: z.array(z.strictObject({ parent: z.string(), file: z.string() })),
  /** Digest of the index of all archives. */
  digest: digestSchema,
});

/**
 * Reads the cached files of a warmed environment that are neither part of the commit nor of the
 * dependency layer. They allow restoring a removed image exactly. Running the setup again on
 * installed dependencies could produce fewer files.
 */
export async function readLayerCache(
  digest: Digest,
  options: ImageOptions,
): Promise<readonly TarIndexEntry[] | undefined> {
  const read = await readJsonFile(restPath(digest, options), restSchema);
  if (read.kind !== 'valid') return undefined;
  const entries: TarIndexEntry[] = [];
  for (const { parent, file } of read.value.archives) {
    const path = join(dependencyFolder(options.stateDir), file);
    const found = await indexArchive(parent, path).catch(() => []);
    entries.push(...found);
  }
  return digestOf(indexOf(entries)) === read.value.digest ? entries : undefined;
}

/** Computes the delta that restores the environment on top of its dependency layer. */
export function deltaOf({
  below,
  packed,
  rest,
}: Pick<CopiedTree, 'below' | 'packed'> & {
  readonly rest: readonly TarIndexEntry[];
}): LayerDelta<TarIndexEntry> {
  const kept = new Set(rest.map(({ path }) => path));
  const wanted = [...packed.filter(({ path }) => !kept.has(path)), ...rest];
  const replaced = wanted.flatMap(({ path }) =>
    below[path] === undefined ? [] : [[path, below[path]] as const],
  );
  return layerDelta(wanted, Object.fromEntries(replaced)) ?? wholeTree(wanted);
}

/** Removes the cached files before a build that would make them invalid. */
export async function removeLayerCache(digest: Digest, options: ImageOptions): Promise<void> {
  await rm(restPath(digest, options), { force: true });
}

interface CopiedTree {
  /** The packed files of the commit. */
  readonly packed: readonly TarIndexEntry[];
  /** The index of the dependency layer. */
  readonly below: LayerIndex;
  /** The files that were written on top of it. */
  readonly written: readonly TarIndexEntry[];
}

/**
 * Caches the files that were written on top of the dependency layer and differ from the packed commit.
 */
export async function writeLayerCache(
  digest: Digest,
  { packed, below, written }: CopiedTree,
  options: ImageOptions,
): Promise<void> {
  const ofCommit = indexOf(packed);
  const present = indexOf(written);
  const rest = written.filter(({ path }) => present[path] !== ofCommit[path]);
  // The files of the commit are restored from the commit, so none may be missing or changed.
  const isWhole = packed.every(
    ({ path }) => path in present || (below[path] ?? '') === ofCommit[path],
  );
  if (!isWhole || wholeTree(rest).writtenBytes > MAX_REST_BYTES) return;
  const folder = dependencyFolder(options.stateDir);
  const archives: { parent: string; file: string }[] = [];
  await guardDisk(folder, async () => {
    await mkdir(folder, { recursive: true });
    for (const parent of new Set(rest.map((entry) => entry.parent))) {
      const file = `${shortDigest(digest)}.${archives.length}.tar`;
      const entries = rest.filter((entry) => entry.parent === parent);
      await pipeline(tarOf(entries), createWriteStream(join(folder, file)));
      archives.push({ parent, file });
    }
  });
  const kept: z.infer<typeof restSchema> = { schema: 1, archives, digest: digestOf(indexOf(rest)) };
  await writeFileAtomic(restPath(digest, options), JSON.stringify(kept));
}

function restPath(digest: Digest, { stateDir }: ImageOptions): string {
  return join(dependencyFolder(stateDir), `${shortDigest(digest)}.rest.json`);
}
