import { filterDiffs } from '../diff-filter/diff-filter.ts';
import { collectAdmitted, type RejectedCommit } from './collect.ts';
import { measureAll, type MeasureAllOptions } from './measure-all.ts';
import type { RankedCommit, Scorer } from '../scoring/scorer.ts';
import { writeRanking, type RankingEntry } from './ranking-file.ts';

export interface RankOptions extends MeasureAllOptions {
  readonly scorer: Scorer;
}

export interface RankResult {
  readonly ranked: readonly RankingEntry[];
  readonly rejected: readonly RejectedCommit[];
  /** Findings that lack fields from the GitHub API (`mine hydrate` adds them). */
  readonly incomplete: number;
  /** Number of commits after each stage. */
  readonly funnel: {
    readonly first: number;
    readonly measured: number;
    readonly second: number;
    readonly third: number;
  };
}

/**
 * Runs all three stages on the commits in the folder and writes ranking.jsonl and
 * rejected.jsonl.gz.
 */
export async function rank(options: RankOptions): Promise<RankResult> {
  const { folder, definition, scorer } = options;
  const first = await collectAdmitted(folder, definition);
  const measurements = await measureAll(first.kept, options);
  const rejected: RejectedCommit[] = [...first.rejected];
  const measured: RankedCommit[] = [];
  for (const finding of first.kept) {
    const measurement = measurements.get(finding.commit.golden ?? '');
    if (measurement === undefined) continue;
    if (measurement.kind === 'rejected') rejected.push(rejectOf(finding.commit, measurement.why));
    else measured.push({ finding, measured: measurement, measures: measurement.measures });
  }
  const second = filterDiffs(measured, definition);
  for (const { entry, why } of second.rejected) rejected.push(rejectOf(entry.finding.commit, why));
  const third = await scorer(second.kept);
  for (const { rankedCommit, why } of third.rejected) {
    rejected.push(rejectOf(rankedCommit.finding.commit, why));
  }
  const ordered = third.scored.toSorted((a, b) => b.score.score - a.score.score);
  const { keep } = definition.thresholds.third;
  const ranked = ordered.slice(0, keep).map(({ rankedCommit, score }, at) => {
    const { finding, measured } = rankedCommit;
    return { rank: at + 1, commit: finding.commit, measured, score };
  });
  for (const [at, { rankedCommit, score }] of ordered.slice(keep).entries()) {
    const detail = `rank ${keep + at + 1} (${score.score.toFixed(4)}), only ${keep} are kept`;
    rejected.push(rejectOf(rankedCommit.finding.commit, { stage: 'third', code: 'rank', detail }));
  }
  await writeRanking(folder, ranked, rejected);
  const funnel = {
    first: first.kept.length,
    measured: measured.length,
    second: second.kept.length,
    third: ranked.length,
  };
  return { ranked, rejected, incomplete: first.incomplete, funnel };
}

function rejectOf(
  { repository, number, golden }: RankingEntry['commit'],
  why: RejectedCommit['why'],
): RejectedCommit {
  return { repository, number, golden, why };
}
