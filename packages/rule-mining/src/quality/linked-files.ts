import { isSignificant, lineKey, type ChangedLine } from '@refbench/scoring';
import type { Change } from '../change/change.ts';

/** Two files are linked if at least this share of the changed lines of one of them moved to the other. */
const LEAST_SHARED = 0.3;
/** Lines that more files have tell nothing about where code moved. */
const MOST_FILES = 3;

/**
 * Groups the changed files of both trees so that code which moved between files stays in one group. A
 * path that both trees contain is one file. Without this, half of a move would look like new code.
 */
export function linkedFiles({ base, golden }: Change): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  for (const path of [...base.files.keys(), ...golden.files.keys()]) groups.set(path, [path]);
  const join = (left: string, right: string): void => {
    const [into, from] = [groups.get(left), groups.get(right)];
    if (into === undefined || from === undefined || into === from) return;
    into.push(...from);
    for (const path of from) groups.set(path, into);
  };
  const removed = linesByFile(base.lines);
  const added = linesByFile(golden.lines);
  const origins = filesByLine(removed);
  for (const [path, lines] of added) {
    for (const [origin, count] of sharedLines(lines, origins)) {
      const smaller = Math.min(lines.size, removed.get(origin)?.size ?? 0);
      if (count >= smaller * LEAST_SHARED) join(origin, path);
    }
  }
  return [...new Set(groups.values())];
}

function linesByFile(lines: readonly ChangedLine[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byFile = new Map<string, Set<string>>();
  for (const { path, text } of lines) {
    const key = lineKey(text);
    if (!isSignificant(key)) continue;
    const known = byFile.get(path);
    if (known === undefined) byFile.set(path, new Set([key]));
    else known.add(key);
  }
  return byFile;
}

function filesByLine(
  byFile: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const [path, lines] of byFile) {
    for (const line of lines) {
      const known = files.get(line);
      if (known === undefined) files.set(line, [path]);
      else known.push(path);
    }
  }
  return files;
}

/** How many of these lines each file of the other tree has. */
function sharedLines(
  lines: ReadonlySet<string>,
  origins: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const files = origins.get(line) ?? [];
    if (files.length > MOST_FILES) continue;
    for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return counts;
}
