/** Longer lines are searched by their prefix. */
const MAX_LINE_BYTES = 200;
const MIN_LINE_BYTES = 24;
const MIN_WORDS = 3;
const MIN_LETTERS = 14;

export interface SignificantLine {
  readonly text: Buffer;
  /** 1-based. */
  readonly line: number;
}

/**
 * Returns the lines of a text that are unlikely to be written independently: at least 24 bytes
 * without surrounding white space, three words and 14 letters. A file that is not text has none.
 */
export function significantLines(bytes: Buffer): readonly SignificantLine[] {
  if (bytes.includes(0)) return [];
  return bytes
    .toString('latin1')
    .split('\n')
    .map((line, index) => ({ text: line.trim(), line: index + 1 }))
    .filter(({ text }) => isSignificant(text))
    .map(({ text, line }) => ({
      text: Buffer.from(text.slice(0, MAX_LINE_BYTES), 'latin1'),
      line,
    }));
}

function isSignificant(text: string): boolean {
  if (text.length < MIN_LINE_BYTES) return false;
  const words = text.match(/[A-Za-z\u0080-\u00ff]{2,}/g) ?? [];
  if (words.length < MIN_WORDS) return false;
  return words.reduce((letters, word) => letters + word.length, 0) >= MIN_LETTERS;
}
