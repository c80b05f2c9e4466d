/** Whether one list has a text at most as often as the other. */
export function hasAtMost(
  own: Iterable<string>,
  other: Iterable<string>,
): (text: string) => boolean {
  const [here, there] = [countsOf(own), countsOf(other)];
  return (text) => (here.get(text) ?? 0) <= (there.get(text) ?? 0);
}

function countsOf(texts: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** A text without spaces and the punctuation at its end, which a move may change. */
export function lineKey(text: string): string {
  return text.replaceAll(/\s+/g, '').replace(/[;,]+$/, '');
}
