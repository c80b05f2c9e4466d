import { distance } from 'fastest-levenshtein';

/**
 * The known name that somebody most likely meant; undefined where none is near. Near is at most a third
 * of the name's characters apart, or the same but for case and for what separates words.
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

/** ` (did you mean "x"?)`, or nothing. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : ` (did you mean "${nearest}"?)`;
}

/** Whether one is the beginning of the other, but for one letter in six. */
function beginsLike(name: string, other: string): boolean {
  const length = Math.min(name.length, other.length);
  if (length < 3) return false;
  return distance(name.slice(0, length), other.slice(0, length)) <= Math.floor(length / 6);
}

function plainOf(name: string): string {
  return name.toLowerCase().replaceAll(/[\s/_.-]+/g, '-');
}
