import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import type { DefinitionFiles } from '../definition.ts';
import type { Shard } from '../sources/shard.ts';
import type { HourPool } from './hour-pool.ts';
import { fillTemplate, hourOfFile, type HourName } from './hours.ts';

export const ARCHIVE_URL = 'https://data.gharchive.org/{hour}.json.gz';

export interface ArchiveSourceOptions {
  readonly pool: HourPool;
  readonly definition: DefinitionFiles;
}

export interface UrlSourceOptions extends ArchiveSourceOptions {
  /** With `{hour}`, or `{yyyy}`, `{mm}`, `{dd}`, `{h}`. */
  readonly url: string;
  /** A folder of ours, for files that come and go. */
  readonly downloads: string;
  /** Before a busy server is asked again; doubled each time. */
  readonly firstWaitMs?: number | undefined;
}

/** The hours of a range from a server; a hole in the archive is a shard that is missing. */
export function urlShards(
  hours: readonly HourName[],
  { pool, definition, url, downloads, firstWaitMs }: UrlSourceOptions,
): readonly Shard[] {
  return hours.map((hour) => {
    const into = join(downloads, `${hour}.json.gz.part`);
    const place = { url: fillTemplate(url, hour), into, firstWaitMs };
    return { id: `archive-${hour}`, read: (signal) => pool.run({ place, definition }, signal) };
  });
}

/**
 * The hour files below a folder, of the range where one is given: then an hour without a file is a
 * shard that is missing, not one that nobody asked for.
 */
export async function folderShards(
  folder: string,
  hours: readonly HourName[] | undefined,
  { pool, definition }: ArchiveSourceOptions,
): Promise<readonly Shard[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => undefined);
  const found = new Map<HourName, string>();
  for (const name of (names ?? []).toSorted()) {
    const hour = hourOfFile(name);
    if (hour !== undefined && !found.has(hour)) found.set(hour, join(folder, name));
  }
  if (found.size === 0) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${folder} holds no hour file`,
      hint: 'give a folder of files such as 2024-01-31-5.json.gz',
    });
  }
  return (hours ?? [...found.keys()]).map((hour) => {
    const file = found.get(hour);
    const id = `archive-${hour}`;
    if (file !== undefined)
      return { id, read: (signal) => pool.run({ place: { file }, definition }, signal) };
    const reason = `${folder} has no file for ${hour}`;
    const coverage = { status: 'missing', reason, records: 0, unreadable: 0 } as const;
    return { id, read: async () => ({ coverage, findings: [] }) };
  });
}
