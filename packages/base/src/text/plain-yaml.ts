/** Maximum total length. Longer texts might take noticeable time. */
const MAX_CHARACTERS = 200_000;

/**
 * Maximum nesting. People do not nest deeper, and it is far from exhausting the stack of a
 * recursive parser.
 */
const MAX_DEPTH = 200;

/** Matches the start of an anchor or an alias. */
const ANCHOR = /(?:^|[\s[{,:?-])[&*][^\s&*]/m;

/** Matches a line that may nest block lists and maps too deeply. */
const DEEP_LINE = new RegExp(`^[ \\t?:-]{${MAX_DEPTH + 1}}`, 'm');

/**
 * Returns whether texts are so short, flat and free of aliases that parsing them can neither take
 * long nor exhaust the stack. The check is conservative.
 */
export function isPlainYaml(texts: readonly string[]): boolean {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return characters <= MAX_CHARACTERS && texts.every(isPlain);
}

function isPlain(text: string): boolean {
  if (ANCHOR.test(text) || DEEP_LINE.test(text)) return false;
  // A document cannot nest deeper than its number of opening brackets.
  return (text.match(/[[{]/g)?.length ?? 0) <= MAX_DEPTH;
}
