/** Together; more is parsed faster than a child starts, but no longer at once. */
const MAX_CHARACTERS = 200_000;

/** Deep enough for people, and far from what exhausts the stack of a parser that recurses. */
const MAX_DEPTH = 200;

/** What begins an anchor or an alias. */
const ANCHOR = /(?:^|[\s[{,:?-])[&*][^\s&*]/m;

/** A line that begins with so many spaces and signs of nested block lists and maps. */
const DEEP_LINE = new RegExp(`^[ \\t?:-]{${MAX_DEPTH + 1}}`, 'm');

/**
 * Whether texts are so short, flat and without aliases that parsing them can neither take long nor
 * exhaust the stack, whatever they say. A text that only looks otherwise is not plain.
 */
export function isPlainYaml(texts: readonly string[]): boolean {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return characters <= MAX_CHARACTERS && texts.every(isPlain);
}

function isPlain(text: string): boolean {
  if (ANCHOR.test(text) || DEEP_LINE.test(text)) return false;
  // Whatever the brackets mean, a document cannot nest deeper than it has opening ones.
  return (text.match(/[[{]/g)?.length ?? 0) <= MAX_DEPTH;
}
