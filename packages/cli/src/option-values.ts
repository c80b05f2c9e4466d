/**
 * `key=value`, split at the last or first "=" after the longest of the known keys that it begins with;
 * undefined where there is no value.
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
