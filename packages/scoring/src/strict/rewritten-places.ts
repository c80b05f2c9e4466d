import type { Witness } from '@refbench/contracts';
import type { FileLines } from './retained-lines.ts';
import { lineKey, type ChangeHunk, type TreeChange } from './tree-change.ts';

/** What a tree did to one place of base that a reductive rule matches. */
export interface PlaceChange {
  /** At least one of its lines is no longer in the file. */
  readonly touched: boolean;
  /** Lines that the file did not have stand in the hunk that took it away. */
  readonly replaced: boolean;
}

const UNTOUCHED: PlaceChange = { touched: false, replaced: false };

/** What a tree did to places of base. */
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
    if (changed.gone) return { touched: true, replaced: false };
    const added = new Set(
      changed.hunks.flatMap((hunk) => hunk.added.map(({ text }) => lineKey(text))),
    );
    const taken = changed.hunks.filter(({ removed }) =>
      removed.some(({ line }) => line >= start.line && line <= end.line),
    );
    const touched = taken.some(({ removed }) =>
      removed.some(
        ({ line, text }) => line >= start.line && line <= end.line && !added.has(lineKey(text)),
      ),
    );
    return { touched, replaced: touched && taken.some((hunk) => hasNewLine(hunk, keysOf(file))) };
  };
}

function hasNewLine({ added }: ChangeHunk, base: ReadonlySet<string>): boolean {
  return added.some(({ text }) => {
    const key = lineKey(text);
    return /\w/.test(key) && !base.has(key);
  });
}
