/**
 * Decodes bytes like the text mode of Python: as UTF-8 with invalid bytes replaced, with the byte
 * order mark kept, and with line feeds as line breaks.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return text.replaceAll(/\r\n?/g, '\n');
}

/** Returns the first characters as Python counts them, in code points instead of UTF-16 units. */
export function firstCharacters(text: string, count: number): string {
  // A code point has at most two units, so most texts are short enough without counting.
  if (text.length <= count) return text;
  let units = 0;
  let characters = 0;
  for (const character of text) {
    if (characters === count) return text.slice(0, units);
    characters += 1;
    units += character.length;
  }
  return text;
}

/** Splits lines like Python's `splitlines`, also at control characters and Unicode separators. */
export function splitLines(text: string): readonly string[] {
  const lines = text.split(/\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * Rounds non-negative values like Python's `round`: a tie of the exact binary value goes to the
 * even digit, whereas `toFixed` rounds up.
 */
export function roundHalfEven(value: number, decimals: number): number {
  // Only odd multiples of 2^-(decimals + 1) lie exactly halfway.
  const halves = value * 2 ** (decimals + 1);
  if (!Number.isInteger(halves) || halves % 2 === 0) return Number(value.toFixed(decimals));
  const lower = Math.floor(value * 10 ** decimals);
  return (lower % 2 === 0 ? lower : lower + 1) / 10 ** decimals;
}
