import type { ChangedLine } from './changed-line.ts';
import { isCommentLine } from './comment-line.ts';
import { excludedPath } from './path-filter.ts';
import { withoutWhitespacePairs, type ChangedLines } from './whitespace-pairs.ts';

/**
 * Returns whether a line contains only a comment, according to the syntax tree of its file. Returns
 * undefined if there is no tree; the text of the line decides then.
 */
export type CommentLookup = (path: string, line: number) => boolean | undefined;

/** Comment lookups for the added lines (patched tree) and the removed lines (base). */
export interface KnownComments {
  readonly added: CommentLookup;
  readonly removed: CommentLookup;
}

const NOTHING_KNOWN: KnownComments = { added: () => undefined, removed: () => undefined };

/**
 * Returns the lines of a diff that count for precision and diff size. It excludes build, vendor,
 * documentation and configuration files, blank lines, comment-only lines, and white-space-only changes.
 * Duplicate lines count once. The order of the input does not matter.
 * Source: CodeTaste (v2), precision; README.md describes how the filter was calibrated.
 * @param added lines that the patch adds
 * @param removed lines that the patch removes
 * @param comments comment lookups; without one, the text of the line decides
 * @param isExcluded the files that do not count; those that precision excludes by default
 */
export function substantiveLines(
  added: Iterable<ChangedLine>,
  removed: Iterable<ChangedLine>,
  comments: KnownComments = NOTHING_KNOWN,
  isExcluded: (path: string) => boolean = (path) => excludedPath(path) !== undefined,
): ChangedLines {
  return withoutWhitespacePairs({
    added: sourceLines(added, comments.added, isExcluded),
    removed: sourceLines(removed, comments.removed, isExcluded),
  });
}

function sourceLines(
  lines: Iterable<ChangedLine>,
  isComment: CommentLookup,
  isExcluded: (path: string) => boolean,
): ChangedLine[] {
  const kept = new Map<string, ChangedLine>();
  for (const line of lines) {
    if (line.text.trim() === '' || isExcluded(line.path)) continue;
    const comment = isComment(line.path, line.line) ?? isCommentLine(line.path, line.text);
    if (!comment) kept.set(`${line.line} ${line.path}`, line);
  }
  return [...kept.values()];
}
