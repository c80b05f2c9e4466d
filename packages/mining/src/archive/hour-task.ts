import { rm } from 'node:fs/promises';
import type { RefbenchErrorFields } from '@refbench/contracts';
import {
  readDefinition,
  type Definition,
  type DefinitionFiles,
} from '../event-filter/definition.ts';
import type { ShardResult } from '../sources/shard.ts';
import { downloadHour, type HourDownload } from './download-hour.ts';
import { readHour } from './read-hour.ts';

/** An hour to read. Plain data, because it is sent to a worker thread. */
export interface HourTask {
  readonly source: { readonly file: string } | HourDownload;
  readonly definition: DefinitionFiles;
}

export type HourResponse =
  | { readonly kind: 'result'; readonly result: ShardResult }
  /** An expected failure as plain data, because errors lose their class between threads. */
  | { readonly kind: 'refused'; readonly fields: RefbenchErrorFields }
  | { readonly kind: 'error'; readonly error: unknown };

const definitions = new Map<string, Promise<Definition>>();

export async function runHourTask(
  { source, definition: files }: HourTask,
  signal?: AbortSignal,
): Promise<ShardResult> {
  const key = JSON.stringify(files);
  const definition = definitions.get(key) ?? readDefinition(files);
  definitions.set(key, definition);
  if ('file' in source) return readHour(source.file, await definition, signal);
  try {
    const download = await downloadHour(source, signal);
    if (download.kind === 'file') return await readHour(source.into, await definition, signal);
    const status = download.kind === 'missing' ? 'missing' : 'failed';
    const reason = download.kind === 'missing' ? `${source.url} does not exist` : download.reason;
    return { coverage: { status, reason, records: 0, unreadable: 0 }, findings: [] };
  } finally {
    await rm(source.into, { force: true });
  }
}
