import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDone, readUnitRecords, unitsJournal } from './folder/mine-folder.ts';
import { readRanking, readRejected } from './rank/ranking-file.ts';
import type { RejectedCommit } from './rank/collect.ts';
import type { Rejection } from './rejection.ts';
import { candidatesFile, readCandidates, readPassedOver } from './select/candidate-file.ts';

/** A stage of mining, and how many commits came through it. */
export interface FunnelCount {
  readonly name: string;
  readonly count: number;
}

/** How many commits a stage took out for a reason. */
export interface DropCount {
  readonly stage: Rejection['stage'];
  readonly code: Rejection['code'];
  readonly count: number;
}

export interface Funnel {
  /** From what the sources hold to the candidates; only as far as the folder got. */
  readonly stages: readonly FunnelCount[];
  /** After the first stage, most frequent first within a stage. */
  readonly drops: readonly DropCount[];
  /** Findings that wait for the GitHub API; they are in no later stage. */
  readonly incomplete: number;
  /** Of the files that were counted. */
  readonly digest: string;
}

/** Counts what is left after each stage in a folder of mined commits. */
export async function readFunnel(folder: string): Promise<Funnel> {
  const units = [...(await readUnitRecords(folder)).values()].filter(({ coverage }) =>
    isDone(coverage),
  );
  const total = (countOf: (unit: (typeof units)[number]) => number): number =>
    units.reduce((sum, unit) => sum + countOf(unit), 0);
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
      unitsJournal(folder),
      join(folder, 'ranking.jsonl'),
      join(folder, 'rejected.jsonl.gz'),
      candidatesFile(folder),
    ]),
  };
}

/** What came through each stage is what the later ones ranked or took out. */
function rankedStages(ranked: number, rejected: readonly RejectedCommit[]): readonly FunnelCount[] {
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

/** Reasons for which a commit's diff is not measured. */
const UNMEASURED: ReadonlySet<Rejection['code']> = new Set([
  'paths',
  'unreachable',
  'unreadable-diff',
]);

function countDrops(rejected: readonly RejectedCommit[]): readonly DropCount[] {
  const counts = new Map<string, DropCount>();
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
