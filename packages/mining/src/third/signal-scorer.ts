import type { Scorer } from '../rank/scorer.ts';
import { signalScore, type SignalWeights } from './signal-score.ts';

/** Needs no model and no key; the same input gives the same ranks everywhere. */
export function signalScorer(weights: SignalWeights): Scorer {
  return async (candidates) => ({
    scored: candidates.map((candidate) => {
      const { finding, measures } = candidate;
      const score = signalScore(finding.keywords, measures, weights);
      return { candidate, score: { scorer: 'signals', score } };
    }),
    rejected: [],
  });
}
