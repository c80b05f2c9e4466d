import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isDone, readShardRecords, shardJournal } from './workspace/mine-folder.ts';
import { readRanking, readRejected } from './rank/ranking-file.ts';
import type { RejectedCommit } from './rank/collect.ts';
import { rejectionSchema, type Rejection } from './commit/rejection.ts';
import { candidatesFile, readCandidates, readPassedOver } from './select/candidate-file.ts';

const count = z.int().min(0);

/**
 * Number of commits that remain after each stage of mining, and the reasons for the rejected ones.
 */
export const funnelSchema = z.strictObject({
  /** From the records of the sources to the candidates. Stages that were not run are omitted. */
  stages: z.array(z.strictObject({ name: z.string(), count })),
  /** Reasons for rejection after the first stage, the most frequent first within a stage. */
  drops: z.array(
    z.strictObject({ ...rejectionSchema.pick({ stage: true, code: true }).shape, count }),
  ),
  /** Findings that lack fields from the GitHub API. They are not part of any later stage. */
  incomplete: count,
  /** Digest of the files that were counted. */
  digest: z.string(),
});

type Funnel = z.infer<typeof funnelSchema>;

/** Counts the commits that remain after each stage in a folder of mined commits. */
export async function readFunnel(folder: string): Promise<Funnel> {
  const shards = [...(await readShardRecords(folder)).values()].filter(({ coverage }) =>
    isDone(coverage),
  );
  const total = (countOf: (shard: (typeof shards)[number]) => number): number =>
    shards.reduce((sum, shard) => sum + countOf(shard), 0);
  const incomplete = total((unit) => unit.incomplete);
  const admitted = total((unit) => unit.admitted);
  const rejected = await readRejected(folder);
  const ranked = (await readRanking(folder)).length;
  const passedOver = await readPassedOver(folder);
  const candidates = (await readCandidates(folder)).length;
  const isRanked = ranked + rejected.length > 0;
  const isSelected = candidates + passedOver.length > 0;
  return {
    stages: [
      { name: 'records of the sources', count: total(({ coverage }) => coverage.records) },
      { name: 'commits', count: admitted + incomplete + total((unit) => unit.rejected) },
      { name: 'admitted by message and size', count: admitted },
      ...(isRanked ? rankedStages(ranked, rejected) : []),
      ...(isSelected ? [{ name: 'candidates', count: candidates }] : []),
    ],
    drops: countDrops([...rejected, ...passedOver]),
    incomplete,
    digest: await digestOfFiles([
      shardJournal(folder),
      join(folder, 'ranking.jsonl'),
      join(folder, 'rejected.jsonl.gz'),
      candidatesFile(folder),
    ]),
  };
}

/** Commits that passed a stage are those that later stages ranked or rejected. */
function rankedStages(ranked: number, rejected: readonly RejectedCommit[]): Funnel['stages'] {
  const dropped = (of: (why: Rejection) => boolean): number =>
    rejected.filter(({ why }) => of(why)).length;
  const third = dropped(({ stage }) => stage === 'third');
  const band = dropped(({ stage, code }) => stage === 'second' && !UNMEASURED.has(code));
  const unmeasured = dropped(({ stage, code }) => stage === 'second' && UNMEASURED.has(code));
  const measured = ranked + third + band;
  const cut = dropped(({ stage, code }) => stage === 'first' && code === 'rank');
  return [
    { name: 'each commit once', count: measured + unmeasured + cut },
    { name: 'measured', count: measured },
    { name: 'in the band of sizes', count: ranked + third },
    { name: 'ranked', count: ranked },
  ];
}

/** Reasons why the diff of a commit is not measured. */
const UNMEASURED: ReadonlySet<Rejection['code']> = new Set([
  'paths',
  'unreachable',
  'unreadable-diff',
]);

function countDrops(rejected: readonly RejectedCommit[]): Funnel['drops'] {
  const counts = new Map<string, Funnel['drops'][number]>();
  for (const { why } of rejected) {
    const { stage, code } = why;
    const key = `${stage} ${code}`;
    counts.set(key, { stage, code, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const order: readonly Rejection['stage'][] = ['first', 'second', 'third', 'selection'];
  return [...counts.values()].sort(
    (left, right) =>
      order.indexOf(left.stage) - order.indexOf(right.stage) || right.count - left.count,
  );
}

async function digestOfFiles(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    hash.update(`${bytes.length}\n`).update(bytes);
  }
  return `sha256:${hash.digest('hex')}`;
}
