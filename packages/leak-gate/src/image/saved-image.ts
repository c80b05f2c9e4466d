import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { RefbenchError } from '@refbench/contracts';
import { parseJson } from '@refbench/base';
import type { Header } from 'tar-stream';
import { z } from 'zod';
import { collect, peek, tarEntries, through } from './byte-streams.ts';
import { archiveKind } from './archives.ts';

/** One entry in the tar archive of a layer. */
export interface LayerEntry {
  /** The name of the layer in the archive. `SavedImage.layers` has the order. */
  readonly layer: string;
  readonly header: Header;
  readonly chunks: AsyncIterable<Buffer>;
}

export interface SavedImage {
  /** Names of the layers in the archive, lowest first. */
  readonly layers: readonly string[];
  readonly config: ImageConfig;
}

export interface ImageConfig {
  /** `NAME=value`. */
  readonly env: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  /** The command and the comment of each step. */
  readonly history: readonly string[];
}

const configSchema = z.object({
  config: z
    .object({
      Env: z.array(z.string()).nullish(),
      Labels: z.record(z.string(), z.string()).nullish(),
    })
    .nullish(),
  history: z
    .array(z.object({ created_by: z.string().optional(), comment: z.string().optional() }))
    .nullish(),
});

const manifestSchema = z
  .array(z.object({ Config: z.string(), Layers: z.array(z.string()) }))
  .min(1);

const MAX_JSON_BYTES = 2 ** 24;
/** The maximum size of a tar archive without entries. */
const MAX_EMPTY_BYTES = 10_240;

/**
 * Reads a saved image. `visit` is called for each entry of each layer in the order of the archive,
 * including entries that a higher layer deletes or replaces.
 * @throws RefbenchError kind `image` if a part cannot be read
 */
export async function readSavedImage(
  archive: Readable,
  visit: (entry: LayerEntry) => Promise<void>,
): Promise<SavedImage> {
  const documents = new Map<string, string>();
  for await (const { header, chunks: content } of tarEntries(archive)) {
    const { name, size, type } = header;
    if (type !== 'file') continue;
    const { head, chunks } = await peek(content);
    const kind = archiveKind(head);
    if (kind === 'tar') await readLayer(name, chunks, visit);
    else if (kind === 'gzip') await readLayer(name, through(chunks, createGunzip()), visit);
    else if (/^\s*[[{]/.test(head.toString('latin1', 0, 20))) {
      documents.set(name, (await collect(chunks, MAX_JSON_BYTES))?.toString('utf8') ?? '');
    } else if (size > MAX_EMPTY_BYTES)
      throw unreadable(`${name} is not the tar archive of a layer`);
  }
  return savedImage(documents);
}

async function readLayer(
  layer: string,
  chunks: AsyncIterable<Buffer>,
  visit: (entry: LayerEntry) => Promise<void>,
): Promise<void> {
  for await (const entry of tarEntries(chunks)) await visit({ layer, ...entry });
}

function savedImage(documents: ReadonlyMap<string, string>): SavedImage {
  const manifest = parseJson(documents.get('manifest.json') ?? '', manifestSchema);
  if (manifest.kind !== 'valid') throw unreadable('it has no manifest.json');
  const [image] = manifest.value;
  const config = parseJson(documents.get(image?.Config ?? '') ?? '', configSchema);
  if (config.kind !== 'valid' || image === undefined) throw unreadable('it has no configuration');
  const { config: settings, history } = config.value;
  return {
    layers: image.Layers,
    config: {
      env: settings?.Env ?? [],
      labels: settings?.Labels ?? {},
      history: (history ?? []).map((step) => `${step.created_by ?? ''} ${step.comment ?? ''}`),
    },
  };
}

function unreadable(reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'image',
    message: `the image as the engine saved it cannot be searched: ${reason}`,
    hint: 'use an engine whose `save` writes layers as tar or gzip',
  });
}
