import type { Compiled } from './compile-rule.ts';
import type { Formula } from './formula.ts';
import { walk, type Tree } from './tree.ts';

const known = new WeakMap<Formula, readonly string[]>();

/**
 * False where a text cannot match because it lacks a word that the rule asks for. Names are followed
 * through imports and assignments, but each name on the way is written in the same file.
 */
export function mayMatch({ search }: Compiled, text: string): boolean {
  if (search.kind === 'search') return admits(search.formula, text);
  return [search.sources, search.sinks].every((part) =>
    part.some((formula) => admits(formula, text)),
  );
}

function admits(formula: Formula, text: string): boolean {
  switch (formula.kind) {
    case 'pattern': {
      const words = known.get(formula) ?? wordsOf(formula);
      known.set(formula, words);
      return words.every((word) => text.includes(word));
    }
    case 'regex':
      return true;
    case 'or':
      return formula.of.some((inner) => admits(inner, text));
    case 'inside':
      return admits(formula.of, text);
    case 'and':
      return formula.all.every((inner) => admits(inner, text));
  }
}

function wordsOf({ pattern }: Extract<Formula, { kind: 'pattern' }>): readonly string[] {
  const roots: readonly Tree[] = pattern.kind === 'statements' ? pattern.list : [pattern.tree];
  const words = new Set<string>();
  for (const root of roots) {
    for (const { kind, text } of walk(root)) {
      // `default` is what a translation may have put in.
      if ((kind === 'Id' || kind === 'Name') && /^[A-Za-z_]\w*$/.test(text) && text !== 'default') {
        words.add(text);
      }
    }
  }
  return [...words];
}
