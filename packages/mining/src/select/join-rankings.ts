import { RefbenchError } from '@refbench/contracts';
import { commitKeys } from '../commit/commit.ts';
import type { RankingEntry } from '../rank/ranking-file.ts';

/**
 * Joins the rankings of several folders into one, the best first. A commit that several contain
 * counts once, with its best score. Ties keep the order of the folders.
 * Source: the study ranks four runs, takes 160 of each, and selects among these 640.
 * @throws RefbenchError kind `usage` if they were ranked by different scorers, whose scores differ in
 *   meaning
 */
export function joinRankings(
  rankings: readonly (readonly RankingEntry[])[],
): readonly RankingEntry[] {
  const scorers = new Set(rankings.flat().map(({ score }) => scorerOf(score)));
  if (scorers.size > 1) {
    throw new RefbenchError({
      kind: 'usage',
      message: `the folders were ranked by different scorers: ${[...scorers].join(', ')}`,
      hint: 'rank all of them with the same --scorer and model',
    });
  }
  const seen = new Set<string>();
  const best = rankings.flat().toSorted((a, b) => b.score.score - a.score.score);
  const joined = best.filter(({ commit }) => {
    const keys = commitKeys(commit);
    const isKnown = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return !isKnown;
  });
  return joined.map((entry, at) => ({ ...entry, rank: at + 1 }));
}

function scorerOf(score: RankingEntry['score']): string {
  return score.scorer === 'model' ? score.model : score.scorer;
}
