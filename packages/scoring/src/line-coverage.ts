import type { Witness } from '@refbench/contracts';

interface Interval {
  readonly first: number;
  /** The last line, inclusive. */
  last: number;
}

/** Returns whether a line lies within a witness, from its first to its last line. */
export type LineCoverage = (path: string, line: number) => boolean;

/**
 * Indexes the lines that witnesses cover. A witness that ends before the first column of a line does
 * not cover that line; syntax nodes that include their line terminator end this way. Lines are stored
 * as merged intervals, because a witness may span a whole file.
 */
export function lineCoverage(witnesses: Iterable<Witness>): LineCoverage {
  const byFile = new Map<string, Interval[]>();
  for (const witness of witnesses) {
    const { start, end } = witness;
    const last = end.column === 1 && end.line > start.line ? end.line - 1 : end.line;
    const intervals = byFile.get(witness.file) ?? [];
    intervals.push({ first: start.line, last });
    byFile.set(witness.file, intervals);
  }
  const merged = new Map([...byFile].map(([file, intervals]) => [file, merge(intervals)]));
  return (path, line) => contains(merged.get(path) ?? [], line);
}

function merge(intervals: readonly Interval[]): readonly Interval[] {
  const merged: Interval[] = [];
  for (const interval of [...intervals].sort((left, right) => left.first - right.first)) {
    const previous = merged.at(-1);
    if (previous !== undefined && interval.first <= previous.last + 1) {
      previous.last = Math.max(previous.last, interval.last);
    } else {
      merged.push({ ...interval });
    }
  }
  return merged;
}

/** Finds the last interval that begins at or before the line, by binary search. */
function contains(intervals: readonly Interval[], line: number): boolean {
  let low = 0;
  let high = intervals.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((intervals[middle]?.first ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  const found = intervals[low - 1];
  return found !== undefined && found.last >= line;
}
