import type { Hunk } from '@refbench/repos';
import type { ChangeHunk, DiffLine } from '@refbench/scoring';

/** A side of a diff: of base, or of the other tree. */
export type Side = 'removed' | 'added';

/**
 * Returns the changed lines of a hunk by their side.
 * @param lineOf gives a line by its number from 1 on its side; a line that is undefined is left out
 */
export function hunkSides(
  { oldStart, newStart, lines }: Hunk,
  lineOf: (side: Side, number: number, text: Buffer) => DiffLine | undefined,
): ChangeHunk {
  const sides = { removed: [] as DiffLine[], added: [] as DiffLine[] };
  const next = { removed: oldStart, added: newStart };
  for (const { kind, text } of lines) {
    if (kind !== 'context') {
      const line = lineOf(kind, next[kind], text);
      if (line !== undefined) sides[kind].push(line);
    }
    if (kind !== 'added') next.removed += 1;
    if (kind !== 'removed') next.added += 1;
  }
  return sides;
}
