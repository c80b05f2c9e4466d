import type { Witness } from '@refbench/contracts';

interface Interval {
  readonly first: number;
  /** Inclusive. */
  last: number;
}

/** Whether a line of a file lies within one of the witnesses, from its first to its last line. */
export type LineCoverage = (path: string, line: number) => boolean;

/**
 * A witness that ends before the first column of a line (as nodes that own their line end do) does
 * not cover that line. Kept as merged intervals: a witness may span a whole file.
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

/** Binary search for the last interval that begins at or before the line. */
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
