import type { RulesetSide } from '@refbench/contracts';
import type { Language } from '@refbench/code-facts';
import { keptTexts, type Generalised } from '../patterns/anti-unify.ts';
import type { Fragment } from '../patterns/fragment.ts';
import { renderPattern } from '../patterns/render-pattern.ts';
import { isDeclaration } from '../syntax/definition-kinds.ts';
import { isName } from '../syntax/plain-words.ts';
import { categoryOf, type Candidate } from './candidate.ts';

/** The words of the other tree. */
export interface ForeignWords {
  readonly all: ReadonlySet<string>;
  readonly of: (language: Language) => ReadonlySet<string> | undefined;
}

/** The candidates for generalised fragments, of which `first` is one. */
export function candidatesFrom(
  side: RulesetSide,
  first: Fragment,
  all: readonly Generalised[],
  foreign: ForeignWords,
): readonly Candidate[] {
  return all.flatMap((generalised) => {
    const rendered = renderPattern(generalised, first.language);
    if (rendered === undefined) return [];
    const kept = [...new Set(keptTexts(generalised))];
    const fresh = new Set(kept.filter((word) => !foreign.all.has(word)));
    const known = foreign.of(first.language);
    const { kind } = first.node;
    return [
      {
        side,
        language: first.language,
        category: categoryOf(kind),
        kind,
        ...rendered,
        words: [
          ...kept.filter((word) => fresh.has(word)),
          ...kept.filter((word) => !fresh.has(word)),
        ],
        isTelling: kept.some((word) => known?.has(word) !== true),
        restrictive: side === 'additive' && isDeclaration(kind) && [...fresh].some(isName),
      },
    ];
  });
}
