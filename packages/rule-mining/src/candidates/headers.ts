import type { RulesetSide } from '@refbench/contracts';
import { antiUnify, keptTexts, openBody } from '../patterns/anti-unify.ts';
import type { Fragment } from '../patterns/fragment.ts';
import { isDeclaration, isDefinition } from '../syntax/definition-kinds.ts';
import { isName } from '../syntax/plain-words.ts';
import type { Candidate } from './candidate.ts';
import { candidatesFrom, type ForeignWords } from './pattern-candidate.ts';

/** The most definitions whose headers are looked at. */
const MOST_HEADERS = 300;

/**
 * Members, and the headers of definitions that have known names alone. One of these has changed if the other tree lacks
 * its pattern, such as the parameters of a function, or a class that becomes an interface.
 */
export function proposeHeaders(
  side: RulesetSide,
  own: readonly Fragment[],
  foreign: ForeignWords,
): readonly Candidate[] {
  const definitions = own
    .filter(({ node, inTests }) => isDeclaration(node.kind) && !inTests)
    .slice(0, MOST_HEADERS);
  return definitions.flatMap((fragment) => {
    const whole = antiUnify([fragment.node]);
    if (whole === undefined) return [];
    const isNamed = keptTexts(whole).some((word) => isName(word) && !foreign.all.has(word));
    if (isNamed && isDefinition(fragment.node.kind)) return [];
    return candidatesFrom(side, fragment, [openBody(whole)], foreign);
  });
}
