import { displayPath, parsePatch, type Hunk, type PatchFile } from '@refbench/repos';
import type { DiffFile, DiffLine, Mark } from '../schema/diff-view.ts';
import { effectOf } from './match-effect.ts';
import type { RuleMatch } from './read-matches.ts';

/** Longer diffs of a file, such as those of lock files, are cut. */
const MOST_LINES = 3_000;
const MOST_LINE_CHARACTERS = 2_000;

/** Shows a patch without rules; empty if it cannot be parsed. */
export function diffOf(patch: Buffer): readonly DiffFile[] {
  const parsed = parsePatch(patch);
  return parsed.kind === 'parsed' ? diffViews(parsed.files, []) : [];
}

/** Matches by file and line, in base and in the patched tree. */
interface MarkIndex {
  readonly old: ReadonlyMap<string, readonly RuleMatch[]>;
  readonly new: ReadonlyMap<string, readonly RuleMatch[]>;
}

/** Shows the files of a patch with the matches of rules at their lines. */
export function diffViews(
  files: readonly PatchFile[],
  matches: readonly RuleMatch[],
): readonly DiffFile[] {
  const index: MarkIndex = {
    old: byPlace(matches.filter(({ state }) => state === 'absent')),
    new: byPlace(matches.filter(({ state }) => state !== 'absent')),
  };
  return files.map((file) => diffView(file, index));
}

function byPlace(matches: readonly RuleMatch[]): ReadonlyMap<string, readonly RuleMatch[]> {
  const places = new Map<string, RuleMatch[]>();
  for (const match of matches) {
    const key = `${match.file}\0${match.firstLine}`;
    const found = places.get(key);
    if (found === undefined) places.set(key, [match]);
    else found.push(match);
  }
  return places;
}

function diffView(file: PatchFile, index: MarkIndex): DiffFile {
  const oldPath = file.oldPath === undefined ? null : displayPath(file.oldPath);
  const newPath = file.newPath === undefined ? null : displayPath(file.newPath);
  const all = file.hunks.map((hunk) => linesOf(hunk, { oldPath, newPath }, index));
  const count = (kind: DiffLine['kind']): number =>
    all.flat().filter((line) => line.kind === kind).length;
  let left = MOST_LINES;
  const hunks = file.hunks.flatMap((hunk, position) => {
    const lines = (all[position] ?? []).slice(0, Math.max(0, left));
    left -= hunk.lines.length;
    return lines.length === 0 ? [] : [{ header: headerOf(hunk), lines }];
  });
  return {
    path: newPath ?? oldPath ?? '',
    oldPath: oldPath !== null && newPath !== null && oldPath !== newPath ? oldPath : null,
    status: STATUS[file.change],
    binary: file.binary,
    added: count('added'),
    removed: count('removed'),
    hunks,
    truncated: Math.max(0, -left),
  };
}

const STATUS = {
  added: 'added',
  copied: 'added',
  deleted: 'removed',
  modified: 'modified',
  renamed: 'renamed',
} as const satisfies Record<PatchFile['change'], DiffFile['status']>;

function headerOf({ oldStart, oldCount, newStart, newCount }: Hunk): string {
  return `@@ -${oldStart},${oldCount} +${newStart},${newCount} @@`;
}

interface Paths {
  readonly oldPath: string | null;
  readonly newPath: string | null;
}

function linesOf(hunk: Hunk, { oldPath, newPath }: Paths, index: MarkIndex): DiffLine[] {
  let [before, after] = [hunk.oldStart, hunk.newStart];
  return hunk.lines.map(({ kind, text }) => {
    const line = {
      kind,
      old: kind === 'added' ? null : before,
      new: kind === 'removed' ? null : after,
    };
    if (kind !== 'added') before += 1;
    if (kind !== 'removed') after += 1;
    const found = [
      ...(line.old === null ? [] : (index.old.get(`${oldPath}\0${line.old}`) ?? [])),
      ...(line.new === null ? [] : (index.new.get(`${newPath}\0${line.new}`) ?? [])),
    ];
    const marks = found.map((match) => markOf(match, kind === 'added'));
    return {
      ...line,
      text: shownText(text.toString('utf8')),
      ...(marks.length === 0 ? {} : { marks }),
    };
  });
}

function shownText(text: string): string {
  const cut = text.length - MOST_LINE_CHARACTERS;
  if (cut <= 0) return text;
  return `${text.slice(0, MOST_LINE_CHARACTERS)} [${cut} characters are left out]`;
}

function markOf(match: RuleMatch, isAdded: boolean): Mark {
  const { rule, firstLine, lastLine } = match;
  return {
    rule: rule.id,
    side: rule.side,
    effect: effectOf(match, isAdded),
    lines: lastLine - firstLine + 1,
  };
}
