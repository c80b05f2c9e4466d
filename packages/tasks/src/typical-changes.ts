import type { Hunk } from '@refbench/repos';

/** A change of one line that golden makes in several places. */
export interface TypicalChange {
  /** The first of these places, without indentation. */
  readonly before: string;
  readonly after: string;
  readonly places: number;
}

const MAX_CHANGES = 3;
const MIN_PLACES = 2;
const MAX_LENGTH = 120;
/** Longer blocks are rewritten as a whole, and their lines are no pairs. */
const MAX_BLOCK = 3;

/** Finds the changes of single lines that occur most often, apart from texts and numbers. */
export function typicalChanges(hunks: readonly Hunk[]): readonly TypicalChange[] {
  const found = new Map<string, TypicalChange>();
  for (const [before, after] of hunks.flatMap(changedPairs)) {
    if (Math.max(before.length, after.length) > MAX_LENGTH) continue;
    const key = `${shapeOf(before)}\n${shapeOf(after)}`;
    const known = found.get(key);
    found.set(key, { ...(known ?? { before, after }), places: (known?.places ?? 0) + 1 });
  }
  return [...found.values()]
    .filter(({ places }) => places >= MIN_PLACES)
    .toSorted((one, other) => other.places - one.places)
    .slice(0, MAX_CHANGES);
}

/** Pairs of a removed line and the one that replaces it. */
function changedPairs({ lines }: Hunk): readonly (readonly [before: string, after: string])[] {
  const pairs: (readonly [string, string])[] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  const close = (): void => {
    if (removed.length === added.length && removed.length <= MAX_BLOCK) {
      for (const [at, before] of removed.entries()) pairs.push([before, added[at] ?? '']);
    }
    [removed, added] = [[], []];
  };
  for (const { kind, text } of lines) {
    const line = text.toString('utf8').trim();
    if (kind === 'context' || (kind === 'removed' && added.length > 0)) close();
    if (kind === 'removed') removed.push(line);
    if (kind === 'added') added.push(line);
  }
  close();
  return pairs.filter(([before, after]) => before !== after && /\p{L}/u.test(before + after));
}

function shapeOf(line: string): string {
  return line
    .replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '""')
    .replaceAll(/\b\d[\d_.]*\b/g, '0');
}
