import type { Witness } from '@refbench/contracts';
import type { FileLines } from './retained-lines.ts';
import { lineKey, type ChangeHunk, type TreeChange } from './tree-change.ts';

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
 * hunks that took the place's lines away, apart from lines that the file had before.
 */
export function placeChanges(
  lines: FileLines,
  change: TreeChange,
): (place: Witness) => PlaceChange {
  const keys = new Map<string, ReadonlySet<string>>();
  const keysOf = (file: string): ReadonlySet<string> => {
    const known = keys.get(file) ?? new Set((lines.get(file) ?? []).map(lineKey));
    keys.set(file, known);
    return known;
  };
  return ({ file, start, end }) => {
    const changed = change.get(file);
    if (changed === undefined) return UNTOUCHED;
    if (changed.gone) return { touched: true, newWords: new Set() };
    const added = new Set(
      changed.hunks.flatMap((hunk) => hunk.added.map(({ text }) => lineKey(text))),
    );
    const isInside = ({ line }: { readonly line: number }): boolean =>
      line >= start.line && line <= end.line;
    const taken = changed.hunks.filter(({ removed }) => removed.some(isInside));
    const touched = taken.some(({ removed }) =>
      removed.some((line) => isInside(line) && !added.has(lineKey(line.text))),
    );
    if (!touched) return UNTOUCHED;
    const before = keysOf(file);
    return { touched, newWords: new Set(taken.flatMap((hunk) => newWordsOf(hunk, before))) };
  };
}

function newWordsOf({ removed, added }: ChangeHunk, base: ReadonlySet<string>): readonly string[] {
  const old = new Set(removed.flatMap(({ text }) => wordsOf(text)));
  return added
    .filter(({ text }) => !base.has(lineKey(text)))
    .flatMap(({ text }) => wordsOf(text))
    .filter((word) => !old.has(word));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
}
