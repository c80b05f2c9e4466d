import type { ChangedLine } from './changed-line.ts';
import { isCommentLine } from './comment-line.ts';
import { excludedPath } from './path-filter.ts';
import { withoutWhitespacePairs, type ChangedLines } from './whitespace-pairs.ts';

/**
 * The lines of a diff that precision and diff size count: without build, vendor, documentation and
 * configuration files, blank lines, comment-only lines and white-space-only changes. A line that
 * is given twice counts once. The order of the input does not matter.
 */
export function substantiveLines(
  added: Iterable<ChangedLine>,
  removed: Iterable<ChangedLine>,
): ChangedLines {
  return withoutWhitespacePairs({ added: sourceLines(added), removed: sourceLines(removed) });
}

function sourceLines(lines: Iterable<ChangedLine>): ChangedLine[] {
  const kept = new Map<string, ChangedLine>();
  for (const line of lines) {
    if (line.text.trim() === '' || excludedPath(line.path) !== undefined) continue;
    if (!isCommentLine(line.path, line.text)) kept.set(`${line.line} ${line.path}`, line);
  }
  return [...kept.values()];
}
