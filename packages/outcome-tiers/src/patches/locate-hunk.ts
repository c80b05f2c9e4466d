import type { AnswerHunk, DiffLine } from './answer-diffs.ts';

/** A hunk at its place in a file. */
export interface LocatedHunk {
  /** Index of the first old line in the file. */
  readonly start: number;
  readonly lines: readonly DiffLine[];
}

/** How lines may differ, from strict to lenient. Models lose white space. */
const FORMS: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim(),
];

/** Like the fuzz of patch(1): this many context lines at each end may be wrong. */
const MOST_FUZZ = 2;

/**
 * Finds the place of a hunk by its unchanged and removed lines: exactly, then without white space, then
 * without context lines at the ends. Of several places, the one nearest to the stated line counts.
 * @returns undefined if the lines are not in the file, or are there several times and the answer names
 *   no line
 */
export function locateHunk(hunk: AnswerHunk, file: readonly string[]): LocatedHunk | undefined {
  for (let fuzz = 0; fuzz <= MOST_FUZZ; fuzz += 1) {
    const lines = withoutContext(hunk.lines, fuzz);
    const old = lines.filter(({ kind }) => kind !== '+').map(({ text }) => text);
    if (old.length === 0) return undefined;
    for (const form of FORMS) {
      const start = nearest(placesOf(old.map(form), file.map(form)), hunk.line);
      if (start !== undefined) return { start, lines };
    }
  }
  return undefined;
}

function withoutContext(lines: readonly DiffLine[], count: number): readonly DiffLine[] {
  let [first, last] = [0, lines.length];
  while (first < count && lines[first]?.kind === ' ') first += 1;
  while (lines.length - last < count && lines[last - 1]?.kind === ' ') last -= 1;
  return lines.slice(first, last);
}

function placesOf(old: readonly string[], file: readonly string[]): readonly number[] {
  const places: number[] = [];
  for (let start = 0; start + old.length <= file.length; start += 1) {
    if (old.every((line, at) => file[start + at] === line)) places.push(start);
  }
  return places;
}

function nearest(places: readonly number[], line: number | undefined): number | undefined {
  const [first, ...others] = places;
  if (first === undefined || others.length === 0) return first;
  if (line === undefined) return undefined;
  const distance = (place: number): number => Math.abs(place + 1 - line);
  return places.reduce((best, place) => (distance(place) < distance(best) ? place : best), first);
}
