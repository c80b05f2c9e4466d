import type { ChangedLine } from './changed-line.ts';

/** The two sides of a diff. */
export interface ChangedLines {
  readonly added: readonly ChangedLine[];
  readonly removed: readonly ChangedLine[];
}

interface Bucket {
  readonly added: ChangedLine[];
  readonly removed: ChangedLine[];
}

/**
 * Leaves out white-space-only changes: a removed and an added line of the same file that are equal
 * once all white space is taken out, and differ before. Each line is in one pair at most; the first
 * lines of a file pair first. Lines that are equal to the last blank have moved, which is a change
 * of its own: they stay, and use each other up before anything is paired.
 */
export function withoutWhitespacePairs(lines: ChangedLines): ChangedLines {
  const dropped = new Set<ChangedLine>();
  for (const bucket of bucketsOf(lines).values()) {
    if (bucket.added.length === 0 || bucket.removed.length === 0) continue;
    const rest = withoutMoves(bucket);
    const pairs = Math.min(rest.added.length, rest.removed.length);
    for (const line of [...rest.added.slice(0, pairs), ...rest.removed.slice(0, pairs)]) {
      dropped.add(line);
    }
  }
  return {
    added: lines.added.filter((line) => !dropped.has(line)),
    removed: lines.removed.filter((line) => !dropped.has(line)),
  };
}

/** Lines by file and text without white space, each side in line order whatever the input's order. */
function bucketsOf(lines: ChangedLines): ReadonlyMap<string, Bucket> {
  const buckets = new Map<string, Bucket>();
  for (const side of ['added', 'removed'] as const) {
    for (const line of [...lines[side]].sort((left, right) => left.line - right.line)) {
      const key = `${line.path}\0${line.text.replaceAll(/\s+/g, '')}`;
      const bucket = buckets.get(key) ?? { added: [], removed: [] };
      bucket[side].push(line);
      buckets.set(key, bucket);
    }
  }
  return buckets;
}

function withoutMoves(bucket: Bucket): Bucket {
  const added = countTexts(bucket.added);
  const removed = countTexts(bucket.removed);
  return { added: beyond(bucket.added, removed), removed: beyond(bucket.removed, added) };
}

/** Lines that the other side does not hold with the very same text. */
function beyond(lines: readonly ChangedLine[], other: ReadonlyMap<string, number>): ChangedLine[] {
  const left = new Map(other);
  return lines.filter((line) => {
    const equal = left.get(line.text) ?? 0;
    if (equal > 0) left.set(line.text, equal - 1);
    return equal === 0;
  });
}

function countTexts(lines: readonly ChangedLine[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of lines) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
