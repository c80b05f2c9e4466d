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
  const effects = new Map<string, readonly Effect[]>();
  const effectsOf = (file: string, changed: FileChange): readonly Effect[] => {
    const known = effects.get(file) ?? readEffects(file, changed);
    effects.set(file, known);
    return known;
  };
  const readEffects = (file: string, changed: FileChange): readonly Effect[] => {
    const texts = lines.get(file) ?? [];
    const before = { keys: new Set(texts.map(lineKey)), computes: texts.some(isComputing) };
    if (!changed.gone) {
      const isGone = goneLines(changed);
      return changed.hunks.map(({ removed, added }) =>
        effectOf({ removed, gone: removed.filter(isGone), added }, before),
      );
    }
    const removed = linesOf(changed, 'removed');
    const added = targetsOf(file).flatMap((target) => linesOf(change.get(target), 'added'));
    const kept = new Set(added.map(({ text }) => lineKey(text)));
    const gone = removed.filter(({ text }) => !kept.has(lineKey(text)));
    return [effectOf({ removed, gone, replaced: removed, added }, before)];
  };
  return ({ file, start, end }) => {
    const changed = change.get(file);
    if (changed === undefined) return UNTOUCHED;
    const isInside = (line: number): boolean => line >= start.line && line <= end.line;
    const overlapping = effectsOf(file, changed).filter(({ removed }) => removed.some(isInside));
    if (!overlapping.some(({ gone }) => gone.some(isInside))) return UNTOUCHED;
    return {
      touched: true,
      newWords: unionOf(overlapping.map((effect) => effect.newWords())),
      isComputed: overlapping.some((effect) => effect.isComputed()),
    };
  };
}

/** What one hunk does. Many places lie in it, so that it is worked out once, and only if a place asks for it. */
interface Effect {
  /** Numbers of the lines of base that it removes. */
  readonly removed: readonly number[];
  /** Those of them that are no longer in the file. */
  readonly gone: readonly number[];
  readonly newWords: () => ReadonlySet<string>;
  readonly isComputed: () => boolean;
}

interface Replacement {
  readonly removed: readonly DiffLine[];
  readonly gone: readonly DiffLine[];
  /** The lines whose words are not new; those that are gone if absent. */
  readonly replaced?: readonly DiffLine[];
  readonly added: readonly DiffLine[];
}

function effectOf(
  { removed, gone, replaced = gone, added }: Replacement,
  file: { readonly keys: ReadonlySet<string>; readonly computes: boolean },
): Effect {
  return {
    removed: removed.map(({ line }) => line),
    gone: gone.map(({ line }) => line),
    newWords: once(() => newWordsOf(replaced, added, file.keys)),
    isComputed: once(() => !file.computes && added.some(({ text }) => isComputing(text))),
  };
}

function isComputing(text: string): boolean {
  return COMPUTED.test(text);
}

function unionOf(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [only] = sets;
  return only !== undefined && sets.length === 1 ? only : new Set(sets.flatMap((one) => [...one]));
}

function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

/**
 * Tells whether a removed line is gone: fewer lines of the file are like it than before. A line that was only
 * indented or moved within the file is not.
 */
function goneLines(change: FileChange): (line: DiffLine) => boolean {
  const balance = new Map<string, number>();
  const count = (lines: readonly DiffLine[], by: number): void => {
    for (const { text } of lines) {
      const key = lineKey(text);
      balance.set(key, (balance.get(key) ?? 0) + by);
    }
  };
  count(linesOf(change, 'removed'), 1);
  count(linesOf(change, 'added'), -1);
  return ({ text }) => (balance.get(lineKey(text)) ?? 0) > 0;
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
