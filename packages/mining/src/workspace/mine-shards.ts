import { Journal } from '@refbench/files';
import { mapConcurrent } from '../map-concurrent.ts';
import type { Shard } from '../sources/shard.ts';
import { isDone, readShardRecords, shardJournal, type ShardRecord } from './mine-folder.ts';
import { shardFile, writeShardFile } from './shard-file.ts';

export interface MineShardsOptions {
  readonly folder: string;
  readonly shards: readonly Shard[];
  /** Shards that are read at once. */
  readonly jobs: number;
  readonly onShard?: (record: ShardRecord, done: number, all: number) => void;
  /** Ends what runs. */
  readonly signal?: AbortSignal | undefined;
  /** Lets what runs end, and begins nothing more. */
  readonly drain?: AbortSignal | undefined;
}

export interface MineShardsResult {
  readonly records: readonly ShardRecord[];
  /** Shards that an earlier command had read. */
  readonly reused: number;
}

/**
 * Reads shards that were not read yet. A shard's file is written before its line in the journal, so a
 * kill loses the shards under way and nothing else.
 */
export async function mineShards(options: MineShardsOptions): Promise<MineShardsResult> {
  const { folder, shards, jobs, onShard, signal, drain } = options;
  const known = await readShardRecords(folder);
  const todo = shards.filter(({ id }) => {
    const record = known.get(id);
    return record === undefined || !isDone(record.coverage);
  });
  await using journal = await Journal.open<ShardRecord>(shardJournal(folder));
  const records: ShardRecord[] = [];
  await mapConcurrent(todo, jobs, async (unit) => {
    signal?.throwIfAborted();
    if (drain?.aborted === true) return;
    const { coverage, findings } = await unit.read(signal);
    const count = (kind: string): number =>
      findings.filter((finding) => finding.kind === kind).length;
    const record = {
      unit: unit.id,
      coverage,
      admitted: count('admitted'),
      incomplete: count('incomplete'),
      rejected: count('rejected'),
    };
    if (isDone(coverage)) await writeShardFile(shardFile(folder, unit.id), findings);
    await journal.append(record);
    records.push(record);
    onShard?.(record, shards.length - todo.length + records.length, shards.length);
  });
  return { records, reused: shards.length - todo.length };
}
