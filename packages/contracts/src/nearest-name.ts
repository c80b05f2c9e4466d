import { distance } from 'fastest-levenshtein';

/**
 * Returns the known name that was most likely meant. Undefined if none is similar. Similar names
 * differ in at most a third of their characters, or only in case and word separators.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const plain = plainOf(name);
  let best: { readonly name: string; readonly apart: number } | undefined;
  for (const candidate of known) {
    const other = plainOf(candidate);
    const apart = distance(plain, other);
    const most = Math.max(1, Math.floor(Math.max(plain.length, other.length) / 3));
    if (apart > most && !beginsLike(plain, other)) continue;
    if (best === undefined || apart < best.apart) best = { name: candidate, apart };
  }
  return best?.name;
}

/** Returns ` (did you mean "x"?)`, or an empty string. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` (did you mean "${nearest}"?)`;
}

/** Returns whether one name is a prefix of the other, with up to one wrong letter in six. */
function beginsLike(name: string, other: string): boolean {
  const length = Math.min(name.length, other.length);
  if (length < 3) return false;
  return distance(name.slice(0, length), other.slice(0, length)) <= Math.floor(length / 6);
}

function plainOf(name: string): string {
  return name.toLowerCase().replaceAll(/[\s/_.-]+/g, '-');
}
