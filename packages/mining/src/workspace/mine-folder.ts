import { join } from 'node:path';
import { digestSchema, RefbenchError } from '@refbench/contracts';
import { acquireLock, readJournal, writeJsonFile, readOptionalJson } from '@refbench/base';
import { z } from 'zod';
import type { Definition } from '../event-filter/definition.ts';
import { coverageSchema, type Coverage } from '../sources/shard.ts';

/** A folder of mined commits. The same commands reproduce its contents. */
export interface MineFolder extends AsyncDisposable {
  readonly path: string;
}

const mineFileSchema = z.strictObject({ schema: z.literal(1), definition: digestSchema });

/**
 * Opens or creates the folder for one process.
 * @throws RefbenchError kind `usage` if it was mined with a different definition, `in-use` if
 *   another process uses it
 */
export async function openMineFolder(path: string, definition: Definition): Promise<MineFolder> {
  const lock = await acquireLock(join(path, 'lock'), `the folder ${path}`);
  try {
    const file = join(path, 'mine.json');
    const found = await readOptionalJson(file, mineFileSchema, 'use another --folder');
    if (found !== undefined && found.definition !== definition.digest) {
      throw new RefbenchError({
        kind: 'usage',
        message: `${path} was mined with a different definition (${found.definition.slice(0, 19)})`,
        hint: 'use the same --definition and --keywords, or another --folder',
      });
    }
    if (found === undefined) {
      const content = { schema: 1, definition: definition.digest };
      await writeJsonFile(file, content);
    }
    return { path, [Symbol.asyncDispose]: () => lock[Symbol.asyncDispose]() };
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

/** A line of units.jsonl. */
export const shardRecordSchema = z.strictObject({
  unit: z.string(),
  coverage: coverageSchema,
  admitted: z.int(),
  incomplete: z.int(),
  rejected: z.int(),
});

export type ShardRecord = z.infer<typeof shardRecordSchema>;

export function shardJournal(folder: string): string {
  return join(folder, 'units.jsonl');
}

/** Returns the latest record of each shard. */
export async function readShardRecords(folder: string): Promise<ReadonlyMap<string, ShardRecord>> {
  const { events } = await readJournal(shardJournal(folder), shardRecordSchema);
  return new Map(events.map((event) => [event.unit, event]));
}

/**
 * Missing and failed shards are read again, because an hour may be published later or a folder may
 * be filled.
 */
export function isDone({ status }: Coverage): boolean {
  return status !== 'failed' && status !== 'missing';
}
