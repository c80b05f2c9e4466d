import type { RuleRow } from '../schema/attempt-view.ts';
import { effectOf } from './match-effect.ts';
import type { RuleMatch, RuleMatches } from './read-matches.ts';

const MOST_PLACES = 50;

/** The rules of an attempt with their matches before and after, and where those are. */
export function ruleRows(
  { rules, matches }: RuleMatches,
  addedLines: ReadonlySet<string>,
): readonly RuleRow[] {
  const byRule = new Map<string, RuleMatch[]>(rules.map(({ id }) => [id, []]));
  for (const match of matches) byRule.get(match.rule.id)?.push(match);
  // A log without any match does not show whether it was compared with base.
  const isCompared = matches.length > 0 && matches.every(({ state }) => state !== 'unknown');
  return rules.map(({ id, side, message }) => {
    const own = byRule.get(id) ?? [];
    const after = own.filter(({ state }) => state !== 'absent').length;
    return {
      id,
      side,
      message,
      after,
      before: isCompared ? own.filter(({ state }) => state !== 'new').length : null,
      satisfied: side === 'additive' ? after > 0 : after === 0,
      placeCount: own.length,
      places: own
        .sort((left, right) => rank(left) - rank(right))
        .slice(0, MOST_PLACES)
        .map((match) => ({
          file: match.file,
          line: match.firstLine,
          effect: effectOf(match, addedLines.has(`${match.file}\0${match.firstLine}`)),
        })),
    };
  });
}

function rank({ state }: RuleMatch): number {
  return state === 'new' || state === 'absent' ? 0 : 1;
}
