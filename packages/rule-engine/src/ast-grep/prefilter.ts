import type { Literal, Requirement } from './required-literals.ts';
import { WordSet } from './word-set.ts';

/** Decides by required text which rules may match a file. */
export interface Prefilter {
  /** Returns one flag per rule. False means that the rule cannot match. */
  mayMatch(bytes: Buffer): readonly boolean[];
}

/**
 * Creates a prefilter. It searches the words of all rules in one pass, and other text only if it is
 * still needed.
 */
export function compilePrefilter(rules: readonly Requirement[]): Prefilter {
  const words = [...new Set(rules.flatMap(wordsOf))];
  const numbers = new Map(words.map((word, index) => [word, index]));
  const wordSet = new WordSet(words);
  return {
    mayMatch: (bytes) => {
      const found = wordSet.foundIn(bytes);
      const texts = new TextLookup(bytes);
      const holds = (part: Requirement): boolean => {
        if (part.kind === 'all') return part.of.every(holds);
        if (part.kind === 'any') return part.of.some(holds);
        return part.as === 'word' ? found[numbers.get(part.text) ?? 0] === 1 : texts.has(part);
      };
      return rules.map(holds);
    },
  };
}

function wordsOf(part: Requirement): readonly string[] {
  if (part.kind !== 'text') return part.of.flatMap(wordsOf);
  return part.as === 'word' ? [part.text] : [];
}

/** The Kelvin sign and the long s are the only non-ASCII characters with ASCII case variants. */
const FOREIGN_CASES = ['\u212a', '\u017f'];

/** Searches a file at most once for each text. */
class TextLookup {
  private readonly bytes: Buffer;
  private readonly known = new Map<string, boolean>();
  private folded: string | undefined;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  has({ text, as }: Literal): boolean {
    const key = `${as} ${text}`;
    const known =
      this.known.get(key) ?? (as === 'any-case' ? this.hasFolded(text) : this.bytes.includes(text));
    this.known.set(key, known);
    return known;
  }

  private hasFolded(text: string): boolean {
    if (/[ks]/.test(text) && FOREIGN_CASES.some((letter) => this.bytes.includes(letter)))
      return true;
    this.folded ??= this.bytes.toString('latin1').toLowerCase();
    return this.folded.includes(text);
  }
}
