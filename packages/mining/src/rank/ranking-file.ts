import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { readJournal, writeFileAtomic } from '@refbench/base';
import { z } from 'zod';
import { commitSchema } from '../commit/commit.ts';
import { readShardFile } from '../workspace/shard-file.ts';
import { scoreSchema } from '../scoring/score-record.ts';
import type { RejectedCommit } from './collect.ts';
import { measurementSchema } from '../diff-filter/measurement.ts';

/** A line of ranking.jsonl, the best first. */
export const rankedSchema = z.strictObject({
  rank: z.int().positive(),
  commit: commitSchema,
  measured: measurementSchema.options[0],
  score: scoreSchema,
});

export type RankingEntry = z.infer<typeof rankedSchema>;

function rankingFile(folder: string): string {
  return join(folder, 'ranking.jsonl');
}

function rejectedFile(folder: string): string {
  return join(folder, 'rejected.jsonl.gz');
}

export async function writeRanking(
  folder: string,
  ranked: readonly RankingEntry[],
  rejected: readonly RejectedCommit[],
): Promise<void> {
  await writeFileAtomic(rankingFile(folder), lines(ranked));
  const text = lines(rejected.map((each) => ({ kind: 'rejected', ...each })));
  await writeFileAtomic(rejectedFile(folder), await promisify(gzip)(text));
}

export async function readRanking(folder: string): Promise<readonly RankingEntry[]> {
  return (await readJournal(rankingFile(folder), rankedSchema)).events;
}

export async function readRejected(folder: string): Promise<readonly RejectedCommit[]> {
  const rejected: RejectedCommit[] = [];
  if (!existsSync(rejectedFile(folder))) return rejected;
  for await (const finding of readShardFile(rejectedFile(folder))) {
    if (finding.kind === 'rejected') rejected.push(finding);
  }
  return rejected;
}

function lines(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
