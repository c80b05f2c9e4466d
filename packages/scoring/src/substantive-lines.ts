import type { ChangedLine } from './changed-line.ts';
import { isCommentLine } from './comment-line.ts';
import { excludedPath } from './path-filter.ts';
import { withoutWhitespacePairs, type ChangedLines } from './whitespace-pairs.ts';

/**
 * Whether a line holds a comment and nothing else, by the syntax tree of its file; undefined where there
 * is none: the line's own text decides then.
 */
export type CommentLookup = (path: string, line: number) => boolean | undefined;

/** What is known of the patched tree and of base. */
export interface KnownComments {
  readonly added: CommentLookup;
  readonly removed: CommentLookup;
}

const NOTHING_KNOWN: KnownComments = { added: () => undefined, removed: () => undefined };

/**
 * The lines of a diff that precision and diff size count: without build, vendor, documentation and
 * configuration files, blank lines, comment-only lines and white-space-only changes. A line that
 * is given twice counts once. The order of the input does not matter.
 */
export function substantiveLines(
  added: Iterable<ChangedLine>,
  removed: Iterable<ChangedLine>,
  comments: KnownComments = NOTHING_KNOWN,
): ChangedLines {
  return withoutWhitespacePairs({
    added: sourceLines(added, comments.added),
    removed: sourceLines(removed, comments.removed),
  });
}

function sourceLines(lines: Iterable<ChangedLine>, isComment: CommentLookup): ChangedLine[] {
  const kept = new Map<string, ChangedLine>();
  for (const line of lines) {
    if (line.text.trim() === '' || excludedPath(line.path) !== undefined) continue;
    const comment = isComment(line.path, line.line) ?? isCommentLine(line.path, line.text);
    if (!comment) kept.set(`${line.line} ${line.path}`, line);
  }
  return [...kept.values()];
}
