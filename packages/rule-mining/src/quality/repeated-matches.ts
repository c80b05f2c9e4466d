import type { Witness } from '@refbench/contracts';
import { pathScope } from '@refbench/rule-engine';
import type { Measured } from '../candidates/measure.ts';
import { LEAST_PLACES } from '../candidates/propose.ts';

/**
 * Returns the matches of a rule in other files that repeat those in the training files. These must be
 * as many as any mined rule needs: a change that training shows once cannot be learnt from it.
 *
 * A rule may be limited to a list of paths. Each entry is then judged by itself: that `test/a.js` has a
 * pattern does not suggest that `test/b.js` has it as well.
 */
export function repeatedMatches(
  {
    candidate,
    own,
  }: Pick<Measured, 'own'> & {
    readonly candidate: Pick<Measured['candidate'], 'files'>;
  },
  training: ReadonlySet<string>,
): readonly Witness[] {
  const known = own.filter(({ file }) => training.has(file));
  const others = own.filter(({ file }) => !training.has(file));
  if (candidate.files === undefined) return isSupported(known) ? others : [];
  const scopes = candidate.files
    .map((glob) => pathScope([glob], undefined))
    .filter((scope) => isSupported(known.filter(({ file }) => scope.includes(file))));
  return others.filter(({ file }) => scopes.some((scope) => scope.includes(file)));
}

function isSupported(matches: readonly Witness[]): boolean {
  return matches.length >= LEAST_PLACES || new Set(matches.map(({ file }) => file)).size >= 2;
}
