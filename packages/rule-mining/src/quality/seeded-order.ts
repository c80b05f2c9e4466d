import { createHash } from 'node:crypto';

/** The items in an order that only the seed and their names decide. */
export function seededOrder(names: Iterable<string>, seed: string): readonly string[] {
  const keyOf = (name: string): string =>
    createHash('sha256').update(`${seed}\0${name}`).digest('hex');
  return [...new Set(names)]
    .map((name) => ({ name, key: keyOf(name) }))
    .sort((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ name }) => name);
}
