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
  { head, maxCommits, since, signal }: OwnSearchOptions,
): Promise<readonly HistoryCommit[]> {
  signal?.throwIfAborted();
  const commits: HistoryCommit[] = [];
  const known = new Set<string>();
  const walk = async (from: string, without?: string): Promise<void> => {
    const max = maxCommits - commits.length;
    if (max <= 0) return;
    for await (const commit of history.walk({ from, without, max, since, signal })) {
      if (known.has(commit.golden)) continue;
      known.add(commit.golden);
      commits.push(commit);
    }
  };
  await walk(head);
  // What a walk adds is looked through as well.
  for (const { base, merged, message } of commits) {
    if (merged !== undefined && mergesLastingBranch(message)) await walk(merged, base);
  }
  return commits;
}

/** Reads the commits that merges bring, without those that are known. */
export async function readInside(
  history: History,
  merges: readonly HistoryCommit[],
  known: readonly HistoryCommit[],
  { maxCommits, since, signal }: OwnSearchOptions,
): Promise<readonly HistoryCommit[]> {
  const seen = new Set(known.map(({ golden }) => golden));
  const inner: HistoryCommit[] = [];
  for (const { base, merged } of merges) {
    const max = maxCommits - known.length - inner.length;
    if (max <= 0) break;
    if (merged === undefined) continue;
    signal?.throwIfAborted();
    for await (const commit of history.walk({ from: merged, without: base, max, since, signal })) {
      if (seen.has(commit.golden)) continue;
      seen.add(commit.golden);
      inner.push(commit);
    }
  }
  return inner;
}
