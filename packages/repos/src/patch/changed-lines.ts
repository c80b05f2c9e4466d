import type { BytePath } from '../tree/tree.ts';
import type { ParsedPatch, PatchFile, PatchLine } from './patch-file.ts';

/** Maps a path and a 1-based line number to the text of the line (UTF-8, without line feed). */
export type ChangedLines = ReadonlyMap<BytePath, ReadonlyMap<number, string>>;

/** Returns the added lines by path and number in the new tree. Binary files have none. */
export function addedLines(patch: ParsedPatch): ChangedLines {
  return collect(patch, 'added', (file) => file.newPath);
}

/** Returns the removed lines by path and number in the old tree. */
export function removedLines(patch: ParsedPatch): ChangedLines {
  return collect(patch, 'removed', (file) => file.oldPath);
}

function collect(
  patch: ParsedPatch,
  kind: 'added' | 'removed',
  pathOf: (file: PatchFile) => BytePath | undefined,
): ChangedLines {
  const files = new Map<BytePath, ReadonlyMap<number, string>>();
  const otherSide: PatchLine['kind'] = kind === 'added' ? 'removed' : 'added';
  for (const file of patch.files) {
    const path = pathOf(file);
    const lines = new Map<number, string>();
    for (const hunk of file.hunks) {
      let number = kind === 'added' ? hunk.newStart : hunk.oldStart;
      for (const line of hunk.lines) {
        if (line.kind === kind) lines.set(number, line.text.toString('utf8'));
        if (line.kind !== otherSide) number += 1;
      }
    }
    if (path !== undefined && lines.size > 0) files.set(path, lines);
  }
  return files;
}
