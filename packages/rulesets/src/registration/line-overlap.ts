import type { Witness } from '@refbench/contracts';

/** Two rules with a higher line overlap count as duplicates. */
export const MAX_OVERLAP = 0.95;

/** Lines as `file\0number`. */
export type CoveredLines = ReadonlySet<string>;

/** Returns the lines that witnesses span. */
export function coveredLines(witnesses: Iterable<Witness>): CoveredLines {
  const lines = new Set<string>();
  for (const { file, start, end } of witnesses) {
    // A node that includes its line end does not cover the next line.
    const last = end.column === 1 && end.line > start.line ? end.line - 1 : end.line;
    for (let line = start.line; line <= last; line += 1) lines.add(`${file}\0${line}`);
  }
  return lines;
}

/** Jaccard index |A n B| / |A u B|; 0 if both sets are empty. */
export function jaccard(left: CoveredLines, right: CoveredLines): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  let common = 0;
  for (const line of small) if (large.has(line)) common += 1;
  const union = left.size + right.size - common;
  return union === 0 ? 0 : common / union;
}
