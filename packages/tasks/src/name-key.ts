/** Splits at changes of case and at everything that is neither a letter nor a digit. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{L}/gu;

/** Returns the words of a name: `getHTTPName`, `get_http-name` and `Get HTTP Name` have three. */
export function wordsOf(name: string): readonly string[] {
  return (name.match(PART) ?? []).map((word) => word.toLowerCase());
}

/** What all spellings of a name have in common: its letters and digits in lower case. */
export function keyOf(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** Returns the key, and the keys of its plural and of its possible singular. */
export function numbersOf(key: string): readonly string[] {
  const singular = [/s$/, /es$/].flatMap((ending) => {
    const stem = key.replace(ending, '');
    return stem === key || stem.length < 3 ? [] : [stem];
  });
  return [key, `${key}s`, `${key}es`, ...singular];
}
