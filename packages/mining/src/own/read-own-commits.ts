import type { History, HistoryCommit } from '@refbench/repos';
import type { MeasureOptions } from './measure-changes.ts';
import { mergesLastingBranch } from './upkeep.ts';

export interface OwnSearchOptions extends MeasureOptions {
  /** The commit to start from, as 40 hex digits. */
  readonly head: string;
  readonly maxCommits: number;
  /** ISO date of the oldest commit to read. */
  readonly since?: string | undefined;
}

/**
 * Reads commits along first parents. Where a merge brings what was developed in a branch of its own until a release,
 * that branch is read, too.
 */
export async function readCommits(
  history: History,
  options: OwnSearchOptions,
): Promise<readonly HistoryCommit[]> {
  options.signal?.throwIfAborted();
  const read = new Map<string, HistoryCommit>();
  await readWalk(history, read, options, options.head);
  // What a walk adds is looked through as well.
  for (const { base, merged, message } of read.values()) {
    if (merged !== undefined && mergesLastingBranch(message)) {
      await readWalk(history, read, options, merged, base);
    }
  }
  return [...read.values()];
}

/** Reads the commits that merges bring, without those that are known. */
export async function readInside(
  history: History,
  merges: readonly HistoryCommit[],
  known: readonly HistoryCommit[],
  options: OwnSearchOptions,
): Promise<readonly HistoryCommit[]> {
  const read = new Map(known.map((commit) => [commit.golden, commit]));
  for (const { base, merged } of merges) {
    if (merged !== undefined) await readWalk(history, read, options, merged, base);
  }
  return [...read.values()].slice(known.length);
}

/** Adds the commits of one walk, by id, while there are fewer than the maximum. */
async function readWalk(
  history: History,
  read: Map<string, HistoryCommit>,
  { maxCommits, since, signal }: OwnSearchOptions,
  from: string,
  without?: string,
): Promise<void> {
  const max = maxCommits - read.size;
  if (max <= 0) return;
  for await (const commit of history.walk({ from, without, max, since, signal })) {
    if (!read.has(commit.golden)) read.set(commit.golden, commit);
  }
}
