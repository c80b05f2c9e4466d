import type { LineCursor } from './line-cursor.ts';
import type { Hunk, PatchLine } from './patch-file.ts';

const HEADER = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(?: |$)/;
const KINDS = { ' ': 'context', '-': 'removed', '+': 'added' } as const;

/** Parses hunks by their line counts, like git, so that content is never confused with headers. */
export function parseHunks(cursor: LineCursor): readonly Hunk[] {
  const hunks: Hunk[] = [];
  const file: FileEnds = { oldEnded: false, newEnded: false };
  let nextOld = 1;
  let delta = 0;
  while (cursor.startsWith('@@')) {
    const { oldStart, oldCount, newStart, newCount } = parseHeader(cursor);
    // If a count is 0, the start is the line before.
    const firstOld = oldCount === 0 ? oldStart + 1 : oldStart;
    const firstNew = newCount === 0 ? newStart + 1 : newStart;
    if (firstOld < nextOld) throw cursor.fail('hunks overlap or are out of order');
    if (firstNew !== firstOld + delta) {
      throw cursor.fail('the hunk says another new line number than the hunks before it give');
    }
    cursor.advance();
    const lines = parseLines(cursor, oldCount, newCount, file);
    hunks.push({ oldStart, oldCount, newStart, newCount, lines });
    nextOld = firstOld + oldCount;
    delta += newCount - oldCount;
  }
  return hunks;
}

function parseHeader(cursor: LineCursor): Omit<Hunk, 'lines'> {
  const match = HEADER.exec(cursor.text);
  if (match === null) throw cursor.fail('this is no hunk header');
  const [oldStart = 0, oldCount = 1, newStart = 0, newCount = 1] = match
    .slice(1)
    .map((digits: string | undefined) => (digits === undefined ? undefined : Number(digits)));
  if ((oldCount > 0 && oldStart === 0) || (newCount > 0 && newStart === 0)) {
    throw cursor.fail('a hunk with lines cannot start at line 0');
  }
  return { oldStart, oldCount, newStart, newCount };
}

/** A side that ended without a line feed cannot have further lines. */
interface FileEnds {
  oldEnded: boolean;
  newEnded: boolean;
}

function parseLines(
  cursor: LineCursor,
  oldCount: number,
  newCount: number,
  file: FileEnds,
): readonly PatchLine[] {
  const lines: PatchLine[] = [];
  let oldLeft = oldCount;
  let newLeft = newCount;
  let changes = 0;
  while (oldLeft > 0 || newLeft > 0) {
    const kind = lineKind(cursor);
    if (kind !== 'added') oldLeft -= 1;
    if (kind !== 'removed') newLeft -= 1;
    if (kind !== 'context') changes += 1;
    if (oldLeft < 0 || newLeft < 0) {
      throw cursor.fail('the hunk has more lines than its header says');
    }
    if ((kind !== 'added' && file.oldEnded) || (kind !== 'removed' && file.newEnded)) {
      throw cursor.fail('a line follows the one that was said to be the last');
    }
    if (!cursor.isTerminated) throw cursor.fail('the patch ends within a line');
    // Some tools strip the space of an empty context line. Git accepts it.
    const text = cursor.line?.subarray(1) ?? Buffer.alloc(0);
    cursor.advance();
    const hasNewline = !cursor.startsWith('\\ ');
    if (!hasNewline) {
      cursor.advance();
      if (kind !== 'added') file.oldEnded = true;
      if (kind !== 'removed') file.newEnded = true;
    }
    lines.push({ kind, text, hasNewline });
  }
  if (changes === 0) throw cursor.fail('the hunk before changes nothing');
  return lines;
}

function lineKind(cursor: LineCursor): PatchLine['kind'] {
  if (cursor.atEnd) throw cursor.fail('the patch ends within a hunk');
  const mark = String.fromCharCode(cursor.firstByte ?? 0);
  if (mark === '\n') return 'context';
  if (mark === ' ' || mark === '-' || mark === '+') return KINDS[mark];
  throw cursor.fail('the hunk has fewer lines than its header says');
}
