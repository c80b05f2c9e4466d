import type { Scorer } from './scorer.ts';
import { signalScore, type SignalWeights } from './signal-score.ts';

/** Returns a scorer that needs no model. It is deterministic. */
export function signalScorer(weights: SignalWeights): Scorer {
  return async (commits) => ({
    scored: commits.map((rankedCommit) => {
      const { finding, measures } = rankedCommit;
      const score = signalScore(finding.keywords, measures, weights);
      return { rankedCommit, score: { scorer: 'signals', score } };
    }),
    rejected: [],
  });
}
