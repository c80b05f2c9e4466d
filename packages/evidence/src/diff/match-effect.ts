import type { Mark } from '../schema/diff-view.ts';
import type { RuleMatch } from './read-matches.ts';

/**
 * Says what a match means for the refactoring.
 * @param isAdded whether it starts in a line that the patch adds; it decides if the match was not
 *   compared with base
 */
export function effectOf({ rule, state }: RuleMatch, isAdded: boolean): Mark['effect'] {
  if (rule.side === 'reductive') return state === 'absent' ? 'removed' : 'left';
  if (state === 'new') return 'gained';
  // An additive pattern that base had and the patch removed was not asked for.
  if (state === 'absent') return 'removed';
  return state === 'unknown' && isAdded ? 'gained' : 'kept';
}
