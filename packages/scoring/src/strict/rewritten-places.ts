import type { Witness } from '@refbench/contracts';
import type { FileLines } from './file-lines.ts';
import { lineKey, type DiffLine, type FileChange, type TreeChange } from './tree-change.ts';

/** What a tree did to one place of base that a reductive rule matches. */
export interface PlaceChange {
  /** At least one of its lines is no longer in the file. */
  readonly touched: boolean;
  /** Words that stand in its place and did not stand there before. */
  readonly newWords: ReadonlySet<string>;
}

const UNTOUCHED: PlaceChange = { touched: false, newWords: new Set() };

/**
 * What a tree did to places of base. What stands in a place are the lines that were added in the
 * hunks that took the place's lines away, apart from lines that the file had before; of a file that
 * is gone, the new lines of the file that took its code.
 * @param homesOf files that took a removed file's lines
 */
export function placeChanges(
  lines: FileLines,
  change: TreeChange,
  homesOf: (file: string) => readonly string[],
): (place: Witness) => PlaceChange {
  const keys = new Map<string, ReadonlySet<string>>();
  const keysOf = (file: string): ReadonlySet<string> => {
    const known = keys.get(file) ?? new Set((lines.get(file) ?? []).map(lineKey));
    keys.set(file, known);
    return known;
  };
  const homes = new Map<string, readonly DiffLine[]>();
  const words = new Map<string, ReadonlySet<string>>();
  return ({ file, start, end }) => {
    const changed = change.get(file);
    if (changed === undefined) return UNTOUCHED;
    const before = keysOf(file);
    const isInside = ({ line }: { readonly line: number }): boolean =>
      line >= start.line && line <= end.line;
    if (changed.gone) {
      const added =
        homes.get(file) ?? homesOf(file).flatMap((home) => linesOf(change.get(home), 'added'));
      homes.set(file, added);
      const there = new Set(added.map(({ text }) => lineKey(text)));
      const removed = linesOf(changed, 'removed');
      const newWords = words.get(file) ?? newWordsOf(removed, added, before);
      words.set(file, newWords);
      const touched = removed.some((line) => isInside(line) && !there.has(lineKey(line.text)));
      return touched ? { touched, newWords } : UNTOUCHED;
    }
    const added = new Set(linesOf(changed, 'added').map(({ text }) => lineKey(text)));
    const taken = changed.hunks.filter(({ removed }) => removed.some(isInside));
    const touched = taken.some(({ removed }) =>
      removed.some((line) => isInside(line) && !added.has(lineKey(line.text))),
    );
    if (!touched) return UNTOUCHED;
    const newWords = taken.flatMap((hunk) => [...newWordsOf(hunk.removed, hunk.added, before)]);
    return { touched, newWords: new Set(newWords) };
  };
}

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
