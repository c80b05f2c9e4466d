import type { Definition } from '../definition.ts';
import type { Scorer } from '../rank/scorer.ts';
import { signalScore, type SignalWeights } from './signal-score.ts';

/** Needs no model and no key; the same input gives the same ranks everywhere. */
export function signalScorer({ keywords }: Definition, weights: SignalWeights): Scorer {
  return async (contestants) => ({
    scored: contestants.map((contestant) => {
      const { finding, measures } = contestant;
      const score = signalScore(finding.commit.title ?? '', measures, keywords, weights);
      return { contestant, score: { scorer: 'signals', score } };
    }),
    rejected: [],
  });
}
