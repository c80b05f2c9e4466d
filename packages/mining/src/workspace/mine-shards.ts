import { Journal, mapConcurrent } from '@refbench/base';
import type { Shard } from '../sources/shard.ts';
import { isDone, readShardRecords, shardJournal, type ShardRecord } from './mine-folder.ts';
import { shardFile, writeShardFile } from './shard-file.ts';

export interface MineShardsOptions {
  readonly folder: string;
  readonly shards: readonly Shard[];
  /** Number of shards to read at once. */
  readonly jobs: number;
  readonly onShard?: (record: ShardRecord, done: number, all: number) => void;
  /** Aborts the running shards. */
  readonly signal?: AbortSignal | undefined;
  /** Lets the running shards finish and starts no more. */
  readonly drain?: AbortSignal | undefined;
  /** After so many failed shards in a row, no more are started. All are, if absent. */
  readonly mostFailures?: number | undefined;
}

export interface MineShardsResult {
  readonly records: readonly ShardRecord[];
  /** Number of shards that an earlier command read. */
  readonly reused: number;
  /** Why the last shard failed, if too many failed in a row. */
  readonly gaveUp?: string | undefined;
}

/**
 * Reads all shards that were not read yet. The file of a shard is written before its journal entry.
 * If the process is killed, only the running shards are lost.
 */
export async function mineShards(options: MineShardsOptions): Promise<MineShardsResult> {
  const { folder, shards, jobs, onShard, signal, drain, mostFailures = Infinity } = options;
  const known = await readShardRecords(folder);
  const todo = shards.filter(({ id }) => {
    const record = known.get(id);
    return record === undefined || !isDone(record.coverage);
  });
  await using journal = await Journal.open<ShardRecord>(shardJournal(folder));
  const records: ShardRecord[] = [];
  let failures = 0;
  let gaveUp: string | undefined;
  await mapConcurrent(todo, jobs, async (shard) => {
    signal?.throwIfAborted();
    if (drain?.aborted === true || gaveUp !== undefined) return;
    const { coverage, findings } = await shard.read(signal);
    const count = (kind: string): number =>
      findings.filter((finding) => finding.kind === kind).length;
    const record = {
      unit: shard.id,
      coverage,
      admitted: count('admitted'),
      incomplete: count('incomplete'),
      rejected: count('rejected'),
    };
    if (isDone(coverage)) await writeShardFile(shardFile(folder, shard.id), findings);
    await journal.append(record);
    records.push(record);
    onShard?.(record, shards.length - todo.length + records.length, shards.length);
    failures = coverage.status === 'failed' ? failures + 1 : 0;
    if (failures >= mostFailures) gaveUp = coverage.reason ?? 'unknown';
  });
  return { records, reused: shards.length - todo.length, gaveUp };
}
