import type { Witness } from '@refbench/contracts';
import type { FileLines } from './file-lines.ts';
import { lineKey, type DiffLine, type FileChange, type TreeChange } from './tree-change.ts';

/** How a tree changed one place of base that a reductive rule matches. */
export interface PlaceChange {
  /** True if at least one line of the place is no longer in the file. */
  readonly touched: boolean;
  /** Words of the replacement that were not in the place before. */
  readonly newWords: ReadonlySet<string>;
  /** True if the replacement computes the names of members, and the file did not before. */
  readonly isComputed: boolean;
}

const UNTOUCHED: PlaceChange = { touched: false, newWords: new Set(), isComputed: false };

/** Reflection, and names of members that are put together from strings. */
const COMPUTED =
  /\bReflect\.\w+\(|\bgetattr\(|__getattribute__|__dict__\b|\bglobals\(\)|\b(?:attrgetter|methodcaller)\(|__import__\(|\bimport_module\(|\beval\(|\bexec\(|\bnew Function\(|\bMethodByName\(|\.get(?:Declared)?Method\(|\bdlsym\(|\bfromCharCode\b|\batob\(|\bb64decode\(|\[(?:\s*["'`][^"'`]*["'`]\s*[,+]?)+\]\s*\.join\(|\[\s*["'`][^"'`]*["'`]\s*\+|["'`]\s*\+\s*["'`][^"'`]*["'`]\s*\]/;

/**
 * Determines how a tree changed places of base. The replacement of a place consists of the lines added
 * in the hunks that removed its lines, except for lines that the file had before. For a removed file,
 * it consists of the new lines in the files that received its code.
 * @param targetsOf files that received the lines of a removed file
 */
export function placeChanges(
  lines: FileLines,
  change: TreeChange,
  targetsOf: (file: string) => readonly string[],
): (place: Witness) => PlaceChange {
  const keys = new Map<string, ReadonlySet<string>>();
  const keysOf = (file: string): ReadonlySet<string> => {
    const cached = keys.get(file) ?? new Set((lines.get(file) ?? []).map(lineKey));
    keys.set(file, cached);
    return cached;
  };
  const computes = (added: readonly DiffLine[], file: string): boolean =>
    added.some(({ text }) => COMPUTED.test(text)) &&
    !(lines.get(file) ?? []).some((text) => COMPUTED.test(text));
  const addedLines = new Map<string, readonly DiffLine[]>();
  const words = new Map<string, ReadonlySet<string>>();
  return ({ file, start, end }) => {
    const changed = change.get(file);
    if (changed === undefined) return UNTOUCHED;
    const before = keysOf(file);
    const isInside = ({ line }: { readonly line: number }): boolean =>
      line >= start.line && line <= end.line;
    if (changed.gone) {
      const added =
        addedLines.get(file) ??
        targetsOf(file).flatMap((target) => linesOf(change.get(target), 'added'));
      addedLines.set(file, added);
      const addedKeys = new Set(added.map(({ text }) => lineKey(text)));
      const removed = linesOf(changed, 'removed');
      const newWords = words.get(file) ?? newWordsOf(removed, added, before);
      words.set(file, newWords);
      const touched = removed.some((line) => isInside(line) && !addedKeys.has(lineKey(line.text)));
      return touched ? { touched, newWords, isComputed: computes(added, file) } : UNTOUCHED;
    }
    const isGone = goneLines(changed);
    const overlapping = changed.hunks.filter(({ removed }) => removed.some(isInside));
    const touched = overlapping.some(({ removed }) =>
      removed.some((line) => isInside(line) && isGone(line)),
    );
    if (!touched) return UNTOUCHED;
    const newWords = overlapping.flatMap((hunk) => [
      ...newWordsOf(hunk.removed.filter(isGone), hunk.added, before),
    ]);
    const isComputed = computes(
      overlapping.flatMap((hunk) => hunk.added),
      file,
    );
    return { touched, newWords: new Set(newWords), isComputed };
  };
}

/**
 * Tells whether a removed line is gone: fewer lines of the file are like it than before. A line that was only
 * indented or moved within the file is not.
 */
function goneLines(change: FileChange): (line: DiffLine) => boolean {
  const known = balances.get(change) ?? new Map<string, number>();
  if (!balances.has(change)) {
    const count = (lines: readonly DiffLine[], by: number): void => {
      for (const { text } of lines) {
        known.set(lineKey(text), (known.get(lineKey(text)) ?? 0) + by);
      }
    };
    count(linesOf(change, 'removed'), 1);
    count(linesOf(change, 'added'), -1);
    balances.set(change, known);
  }
  return ({ text }) => (known.get(lineKey(text)) ?? 0) > 0;
}

const balances = new WeakMap<FileChange, Map<string, number>>();

function linesOf(change: FileChange | undefined, side: 'removed' | 'added'): readonly DiffLine[] {
  return change?.hunks.flatMap((hunk) => hunk[side]) ?? [];
}

function newWordsOf(
  removed: readonly DiffLine[],
  added: readonly DiffLine[],
  base: ReadonlySet<string>,
): ReadonlySet<string> {
  const old = new Set(removed.flatMap(({ text }) => wordsOf(text)));
  return new Set(
    added
      .filter(({ text }) => !base.has(lineKey(text)))
      .flatMap(({ text }) => wordsOf(text))
      .filter((word) => !old.has(word)),
  );
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}
