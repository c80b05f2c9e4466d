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
 * Removes white-space-only changes: pairs of a removed and an added line of the same file that differ
 * in white space only. A line belongs to one pair at most, and lines are paired in file order. Lines
 * with identical text have moved. A move counts as a change, so identical lines are matched with each
 * other first and kept.
 */
export function withoutWhitespacePairs(lines: ChangedLines): ChangedLines {
  const dropped = new Set<ChangedLine>();
  for (const bucket of bucketsOf(lines).values()) {
    if (bucket.added.length === 0 || bucket.removed.length === 0) continue;
    const unmoved = withoutMoves(bucket);
    const pairs = Math.min(unmoved.added.length, unmoved.removed.length);
    for (const line of [...unmoved.added.slice(0, pairs), ...unmoved.removed.slice(0, pairs)]) {
      dropped.add(line);
    }
  }
  return {
    added: lines.added.filter((line) => !dropped.has(line)),
    removed: lines.removed.filter((line) => !dropped.has(line)),
  };
}

/** Groups lines by file and text without white space. Each side is sorted by line number. */
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
  return {
    added: withoutCounterpart(bucket.added, removed),
    removed: withoutCounterpart(bucket.removed, added),
  };
}

/** Returns the lines without a counterpart of identical text on the other side. */
function withoutCounterpart(
  lines: readonly ChangedLine[],
  other: ReadonlyMap<string, number>,
): ChangedLine[] {
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
