import type { RequiredLiterals } from './required-literals.ts';
import { WordSet } from './word-set.ts';

/** Which of some rules may match a file, told by the literals they require. */
export interface Prefilter {
  /** One flag a rule, in the order of the rules. False means: it cannot match. */
  mayMatch(bytes: Buffer): readonly boolean[];
}

/** Looks for the words of all rules in one pass; for other text, only where a rule still needs it. */
export function compilePrefilter(rules: readonly RequiredLiterals[]): Prefilter {
  const literals = rules.flat(2);
  const words = [...new Set(literals.filter(({ whole }) => whole).map(({ text }) => text))];
  const wordNumbers = new Map(words.map((word, index) => [word, index]));
  const wordSet = new WordSet(words);
  return {
    mayMatch: (bytes) => {
      const found = wordSet.foundIn(bytes);
      const texts = new Map<string, boolean>();
      const holds = (text: string): boolean => {
        const known = texts.get(text) ?? bytes.includes(text);
        texts.set(text, known);
        return known;
      };
      return rules.map((clauses) =>
        clauses.every((clause) =>
          clause.some(({ text, whole }) =>
            whole ? found[wordNumbers.get(text) ?? 0] === 1 : holds(text),
          ),
        ),
      );
    },
  };
}
