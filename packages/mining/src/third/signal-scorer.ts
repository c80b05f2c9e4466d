import type { Scorer } from '../rank/scorer.ts';
import { signalScore, type SignalWeights } from './signal-score.ts';

/** Needs no model and no key; the same input gives the same ranks everywhere. */
export function signalScorer(weights: SignalWeights): Scorer {
  return async (contestants) => ({
    scored: contestants.map((contestant) => {
      const { finding, measures } = contestant;
      const score = signalScore(finding.keywords, measures, weights);
      return { contestant, score: { scorer: 'signals', score } };
    }),
    rejected: [],
  });
}
