/**
 * Splits `key=value` after the longest known key that the text starts with. Returns undefined if no
 * known key matches.
 */
export function splitAtKey(
  text: string,
  keys: readonly string[],
): { readonly key: string; readonly value: string } | undefined {
  const key = keys
    .filter((known) => text.startsWith(`${known}=`))
    .toSorted((one, other) => other.length - one.length)[0];
  return key === undefined ? undefined : { key, value: text.slice(key.length + 1) };
}
