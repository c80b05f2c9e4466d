import type { RulesetSide } from '@refbench/contracts';
import type { Language } from '@refbench/code-facts';
import { isWord } from '../patterns/anti-unify.ts';
import type { Fragment } from '../patterns/fragment.ts';
import type { SyntaxNode } from '../syntax/syntax-node.ts';
import type { Candidate } from './candidate.ts';

/** Shorter names often stand for something else in other places. */
const NAME = /^[A-Za-z_$][\w$]{3,}$/;
const IDENTIFIER = /identifier$|^(?:name|constant|word)$/;
const MOST_NAMES = 500;

interface Uses {
  readonly name: string;
  readonly language: Language;
  readonly kinds: Set<string>;
  /** By file and offset, because fragments contain each other. */
  readonly places: Set<string>;
  readonly files: Set<string>;
  isOnlyInTests: boolean;
}

/**
 * Candidates for names that only one tree has, wherever they are used: a function that golden removes or
 * renames, a class that it introduces. Names of local variables say nothing, nor do those that only
 * tests use.
 *
 * @param foreign the words of the other tree
 */
export function proposeNames(
  side: RulesetSide,
  own: readonly Fragment[],
  foreign: ReadonlySet<string>,
): readonly Candidate[] {
  return usesOf(own, foreign)
    .filter(isSupported(side))
    .toSorted((left, right) => right.places.size - left.places.size)
    .slice(0, MOST_NAMES)
    .map(({ name, language, kinds }) => ({
      side,
      language,
      category: 'name',
      kind: 'name',
      pattern: { name, kinds: [...kinds].sort() },
      text: name,
      words: [name],
      isTelling: true,
      restrictive: false,
    }));
}

function usesOf(fragments: readonly Fragment[], foreign: ReadonlySet<string>): readonly Uses[] {
  const all = new Map<string, Uses>();
  const collect = (node: SyntaxNode, fragment: Fragment): void => {
    const { file, language, inTests } = fragment;
    const { kind, text, from } = node;
    if (isWord(node) && IDENTIFIER.test(kind) && NAME.test(text) && !foreign.has(text)) {
      const key = `${language}\0${text}`;
      const uses = all.get(key) ?? {
        name: text,
        language,
        kinds: new Set(),
        places: new Set(),
        files: new Set(),
        isOnlyInTests: true,
      };
      all.set(key, uses);
      uses.kinds.add(kind);
      uses.places.add(`${file}\0${from}`);
      uses.files.add(file);
      uses.isOnlyInTests &&= inTests;
    }
    for (const child of node.children) collect(child, fragment);
  };
  for (const fragment of fragments) collect(fragment.node, fragment);
  return [...all.values()];
}

/** What must go is the same in every solution; a new name counts if other files use it. */
function isSupported(side: RulesetSide): (uses: Uses) => boolean {
  return ({ places, files, isOnlyInTests }) =>
    !isOnlyInTests && (side === 'reductive' ? places.size > 1 : files.size > 1);
}
