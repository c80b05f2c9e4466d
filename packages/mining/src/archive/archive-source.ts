import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import type { DefinitionFiles } from '../event-filter/definition.ts';
import type { Shard } from '../sources/shard.ts';
import type { HourPool } from './hour-pool.ts';
import { fillTemplate, hourOfFile, type HourName } from './hours.ts';

export const ARCHIVE_URL = 'https://data.gharchive.org/{hour}.json.gz';

export interface ArchiveSourceOptions {
  readonly pool: HourPool;
  readonly definition: DefinitionFiles;
}

export interface UrlSourceOptions extends ArchiveSourceOptions {
  /** Template with `{hour}`, or with `{yyyy}`, `{mm}`, `{dd}` and `{h}`. */
  readonly url: string;
  /** Folder for temporary downloads. */
  readonly downloads: string;
  /** Wait before the first retry. It doubles with each retry. */
  readonly firstWaitMs?: number | undefined;
}

/**
 * Returns one shard per hour of a range, downloaded from a server. An hour that the archive lacks
 * is a shard with status `missing`.
 */
export function urlShards(
  hours: readonly HourName[],
  { pool, definition, url, downloads, firstWaitMs }: UrlSourceOptions,
): readonly Shard[] {
  return hours.map((hour) => {
    const into = join(downloads, `${hour}.json.gz.part`);
    const source = { url: fillTemplate(url, hour), into, firstWaitMs };
    return { id: `archive-${hour}`, read: (signal) => pool.run({ source, definition }, signal) };
  });
}

/**
 * Returns one shard per hour file below a folder. If `hours` is given, each hour without a file
 * becomes a shard with status `missing`.
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
    if (hour === undefined) continue;
    const other = found.get(hour);
    if (other !== undefined) throw twoFiles(hour, other, join(folder, name));
    found.set(hour, join(folder, name));
  }
  if (found.size === 0) {
    throw new RefbenchError({
      kind: 'usage',
      message: `${folder} contains no hour files`,
      hint: 'specify a folder with files such as 2024-01-31-5.json.gz',
    });
  }
  return (hours ?? [...found.keys()]).map((hour) => {
    const file = found.get(hour);
    const id = `archive-${hour}`;
    if (file !== undefined)
      return { id, read: (signal) => pool.run({ source: { file }, definition }, signal) };
    const reason = `${folder} has no file for ${hour}`;
    const coverage = { status: 'missing', reason, records: 0, unreadable: 0 } as const;
    return { id, read: async () => ({ coverage, findings: [] }) };
  });
}

/** Which of them is right cannot be known, and reading both would count events twice. */
function twoFiles(hour: HourName, one: string, other: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${one} and ${other} are both the hour ${hour}`,
    hint: 'keep one of them in the folder',
  });
}
