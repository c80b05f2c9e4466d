import type { Score } from '@refbench/contracts';
import { instructionFollowing } from '@refbench/scoring';
import type { ScoreOptions } from './score-subject.ts';

/**
 * IFR over the rules of the ruleset and its refused rules. Refused rules never count elsewhere: golden
 * itself may not follow them here.
 * @param rules the counts of the ruleset
 */
export function publishedField(
  { prepared, subject }: ScoreOptions,
  rules: Score['rules'],
  isModel: boolean,
): Pick<Score, 'published'> {
  const { refused } = prepared;
  if (refused === undefined || !isModel || subject.kind !== 'measured') return {};
  const { refused: followed } = subject;
  if (followed === undefined) return {};
  const all = {
    additive: {
      matched: rules.additive.matched + followed.additive.matched,
      total: rules.additive.total + followed.additive.total,
    },
    reductive: {
      unmatched: rules.reductive.unmatched + followed.reductive.unmatched,
      total: rules.reductive.total + followed.reductive.total,
    },
  };
  const count = followed.additive.total + followed.reductive.total;
  const { uncounted } = refused;
  return {
    published: { ifr: instructionFollowing(all), rules: all, refused: count, uncounted },
  };
}
