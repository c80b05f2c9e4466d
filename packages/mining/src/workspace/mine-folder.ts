import { join } from 'node:path';
import { digestSchema, RefbenchError } from '@refbench/contracts';
import { acquireLock, readJournal, readJsonFile, writeFileAtomic } from '@refbench/files';
import { z } from 'zod';
import type { Definition } from '../definition.ts';
import { coverageSchema, type Coverage } from '../sources/shard.ts';

/** A folder of mined commits. Everything in it is made again by the same commands. */
export interface MineFolder extends AsyncDisposable {
  readonly path: string;
}

const mineFileSchema = z.strictObject({ schema: z.literal(1), definition: digestSchema });

/**
 * Opens or makes the folder for one process.
 * @throws RefbenchError kind `usage` where it was mined by another definition, `in-use` where another
 *   process has it
 */
export async function openMineFolder(path: string, definition: Definition): Promise<MineFolder> {
  const lock = await acquireLock(join(path, 'lock'), `the folder ${path}`);
  try {
    const file = join(path, 'mine.json');
    const found = await readJsonFile(file, mineFileSchema);
    if (found.kind === 'valid' && found.value.definition !== definition.digest) {
      throw new RefbenchError({
        kind: 'usage',
        message: `${path} was mined by another definition (${found.value.definition.slice(0, 19)})`,
        hint: 'give the same --definition and --keywords, or another --folder',
      });
    }
    if (found.kind === 'invalid') {
      throw new RefbenchError({
        kind: 'invalid-file',
        message: `${file}: ${found.reason}`,
        hint: 'give another --folder',
      });
    }
    if (found.kind === 'absent') {
      const content = { schema: 1, definition: definition.digest };
      await writeFileAtomic(file, `${JSON.stringify(content, null, 2)}\n`);
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

/** The last word on each shard; one that failed is to be read again. */
export async function readShardRecords(folder: string): Promise<ReadonlyMap<string, ShardRecord>> {
  const { events } = await readJournal(shardJournal(folder), shardRecordSchema);
  return new Map(events.map((event) => [event.unit, event]));
}

/** What was not there is asked for again: an hour may appear, a folder may be filled. */
export function isDone({ status }: Coverage): boolean {
  return status !== 'failed' && status !== 'missing';
}
