import type { Witness } from '@refbench/contracts';

/** Two rules that cover more of the same lines than this are one. */
export const MOST_OVERLAP = 0.95;

/** Lines, as `file\0number`. */
export type CoveredLines = ReadonlySet<string>;

/** The lines that witnesses span, from first to last. */
export function coveredLines(witnesses: Iterable<Witness>): CoveredLines {
  const lines = new Set<string>();
  for (const { file, start, end } of witnesses) {
    // A node that owns its line end does not cover the line behind it.
    const last = end.column === 1 && end.line > start.line ? end.line - 1 : end.line;
    for (let line = start.line; line <= last; line += 1) lines.add(`${file}\0${line}`);
  }
  return lines;
}

/** |A n B| / |A u B|; 0 where both are empty. */
export function jaccard(left: CoveredLines, right: CoveredLines): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  let common = 0;
  for (const line of small) if (large.has(line)) common += 1;
  const union = left.size + right.size - common;
  return union === 0 ? 0 : common / union;
}
