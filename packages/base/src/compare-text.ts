/** Compares by UTF-16 code units, because what is stored or hashed must not depend on the locale. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/**
 * Sorts items by a text that is made once for each. With a digest of a seed and the item, every order is
 * equally likely, and every host gets the same.
 */
export function sortByText<T>(items: Iterable<T>, textOf: (item: T) => string): readonly T[] {
  return Array.from(items, (item) => ({ item, text: textOf(item) }))
    .sort((left, right) => compareText(left.text, right.text))
    .map(({ item }) => item);
}
