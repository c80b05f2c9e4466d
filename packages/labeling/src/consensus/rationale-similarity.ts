/** Counts the words of three or more letters or digits, in lower case. */
function wordCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}_]{3,}/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Cosine similarity of two vectors, 0 if one of them is zero. */
export function cosine(left: readonly number[], right: readonly number[]): number {
  let [dot, leftSquares, rightSquares] = [0, 0, 0];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [one, other] = [left[at] ?? 0, right[at] ?? 0];
    dot += one * other;
    leftSquares += one * one;
    rightSquares += other * other;
  }
  const length = Math.sqrt(leftSquares * rightSquares);
  // Rounding may raise the cosine of equal vectors above 1.
  return length === 0 ? 0 : Math.min(1, Math.max(-1, dot / length));
}

/** Lexical similarity of two texts in 0..1: the cosine of their word counts. Needs no model. */
export function wordSimilarity(left: string, right: string): number {
  const [one, other] = [wordCounts(left), wordCounts(right)];
  const words = [...new Set([...one.keys(), ...other.keys()])];
  return cosine(
    words.map((word) => one.get(word) ?? 0),
    words.map((word) => other.get(word) ?? 0),
  );
}

/** Mean over all pairs. Null for fewer than two items. */
export function meanOverPairs<T>(
  items: readonly T[],
  measure: (left: T, right: T) => number,
): number | null {
  let [sum, pairs] = [0, 0];
  for (const [at, left] of items.entries()) {
    for (const right of items.slice(at + 1)) {
      sum += measure(left, right);
      pairs += 1;
    }
  }
  return pairs === 0 ? null : sum / pairs;
}
