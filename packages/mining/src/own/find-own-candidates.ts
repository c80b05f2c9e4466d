import type { History, HistoryCommit } from '@refbench/repos';
import type { OwnCandidate, OwnSearch } from './candidate.ts';
import { endsOf, type Change } from './change.ts';
import { chooseChanges } from './choose-changes.ts';
import { evidenceOf } from './evidence.ts';
import { measureRanges, measureSingles, type MeasureOptions } from './measure-changes.ts';
import { readOwnTools } from './own-tools.ts';
import { rangesOf } from './ranges.ts';
import { screenCommits } from './screen.ts';
import { sharedPurpose } from './shared-purpose.ts';
import { mergesLastingBranch } from './upkeep.ts';

export interface OwnSearchOptions extends MeasureOptions {
  /** The commit to start from, as 40 hex digits. */
  readonly head: string;
  readonly maxCommits: number;
  /** ISO date of the oldest commit to read. */
  readonly since?: string | undefined;
}

/**
 * Finds refactorings in the history of one repository along first parents, best first, from its messages
 * and diffs alone. A commit occurs in at most one candidate.
 */
export async function findOwnCandidates(
  history: History,
  options: OwnSearchOptions,
): Promise<OwnSearch> {
  const tools = await readOwnTools();
  const commits = await readCommits(history, options);
  const { worth, rejected } = await screenCommits(history, commits, tools);
  const { singles, small, dropped } = await measureSingles(history, worth, tools, options);
  const known = new Map([...singles, ...small].map((each) => [endsOf(each.commits).last, each]));
  const ranges = rangesOf(
    commits.toReversed().map((commit) => known.get(commit)),
    sharedPurpose(
      worth.map(({ purpose }) => purpose.title),
      tools.rules.ranges.common_files,
      tools.keywords,
    ),
    tools.rules.ranges,
  );
  const joined = await measureRanges(history, ranges, tools, options, worth.length);
  const chosen = chooseChanges(singles, joined, tools.rules.ranges.gain);
  const used = new Set(chosen.flatMap((each) => each.commits.map(({ commit }) => commit.golden)));
  return {
    read: commits.length,
    candidates: chosen.map(candidateOf),
    rejected: [...rejected, ...dropped].filter(({ commit }) => !used.has(commit)),
  };
}

/**
 * Reads commits along first parents. Where a merge brings what was developed in a branch of its own until a release,
 * that branch is read, too.
 */
async function readCommits(
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

function candidateOf(change: Change): OwnCandidate {
  const { base, last } = endsOf(change.commits);
  const { title, body } = change.purpose;
  return {
    kind: change.commits.length > 1 ? 'range' : last.merged !== undefined ? 'merge' : 'commit',
    base,
    last: last.golden,
    commits: change.commits.map(({ commit }) => commit.golden),
    time: last.time,
    title,
    body,
    language: change.language,
    measures: change.signs.measures,
    score: change.score,
    evidence: evidenceOf(change),
  };
}
