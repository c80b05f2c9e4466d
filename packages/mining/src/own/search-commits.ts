import type { History, HistoryCommit } from '@refbench/repos';
import type { OwnRejection } from './candidate.ts';
import { endsOf, type Change } from './change.ts';
import { chooseChanges } from './choose-changes.ts';
import { measureRanges, measureSingles, type MeasureOptions } from './measure-changes.ts';
import type { OwnTools } from './own-tools.ts';
import { rangesOf } from './ranges.ts';
import { screenCommits } from './screen.ts';
import { sharedPurpose } from './shared-purpose.ts';

/** What was found in a part of a history. */
export interface Search {
  readonly chosen: readonly Change[];
  /** Too small on their own, and in no range that was chosen. */
  readonly small: readonly Change[];
  readonly rejected: readonly OwnRejection[];
}

/** Measures commits, joins those of one purpose, and chooses the candidates. */
export async function searchCommits(
  history: History,
  commits: readonly HistoryCommit[],
  tools: OwnTools,
  options: MeasureOptions,
): Promise<Search> {
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
  const used = commitsIn(chosen);
  return {
    chosen,
    small: small.filter(({ commits }) => !commits.some(({ commit }) => used.has(commit.golden))),
    rejected: [...rejected, ...dropped],
  };
}

/** Returns the ids of all commits of changes. */
export function commitsIn(changes: readonly Change[]): ReadonlySet<string> {
  return new Set(changes.flatMap((each) => each.commits.map(({ commit }) => commit.golden)));
}
