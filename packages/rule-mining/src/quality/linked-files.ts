import { significantKeys } from '@refbench/rule-engine';
import type { Change, ChangeSide } from '../change/change.ts';

/** Two files are linked if at least this share of the lines of one of them stands in the other. */
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
  // All lines, because the lines of a file that was only renamed do not count as changed.
  const before = linesByFile(base);
  const origins = filesByLine(before);
  for (const [path, lines] of linesByFile(golden)) {
    for (const [origin, count] of sharedLines(lines, origins)) {
      const smaller = Math.min(lines.size, before.get(origin)?.size ?? 0);
      if (count >= smaller * LEAST_SHARED) join(origin, path);
    }
  }
  return [...new Set(groups.values())];
}

function linesByFile({ files }: ChangeSide): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...files].map(([path, { bytes }]) => [
      path,
      significantKeys(bytes.toString('utf8').split('\n')),
    ]),
  );
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
