import { displayPath } from '../tree/tree.ts';
import type { ParsedPatch, PatchFile } from './patch-file.ts';

/**
 * Returns where a line of the old tree is in the new one; undefined if the patch removes it. Files are
 * named as by `displayPath`, lines are 1-based.
 */
export type LineMap = (
  file: string,
  line: number,
) => { readonly file: string; readonly line: number } | undefined;

/** Maps lines of the old tree through a patch. Lines of binary files have no place. */
export function lineMap(patch: ParsedPatch): LineMap {
  const files = new Map(
    patch.files.flatMap((file) =>
      // The source of a copy stays as it is.
      file.oldPath === undefined || file.change === 'copied'
        ? []
        : [[displayPath(file.oldPath), file] as const],
    ),
  );
  return (name, line) => {
    const file = files.get(name);
    if (file === undefined) return { file: name, line };
    if (file.newPath === undefined || file.binary) return undefined;
    const mapped = mapLine(file, line);
    return mapped === undefined ? undefined : { file: displayPath(file.newPath), line: mapped };
  };
}

function mapLine({ hunks }: PatchFile, line: number): number | undefined {
  let offset = 0;
  for (const hunk of hunks) {
    // A hunk without old lines names the line before it.
    const first = hunk.oldCount === 0 ? hunk.oldStart + 1 : hunk.oldStart;
    if (line < first) break;
    if (line < first + hunk.oldCount) {
      let [before, after] = [hunk.oldStart, hunk.newStart];
      for (const { kind } of hunk.lines) {
        if (kind !== 'added' && before === line) return kind === 'context' ? after : undefined;
        if (kind !== 'added') before += 1;
        if (kind !== 'removed') after += 1;
      }
    }
    offset += hunk.newCount - hunk.oldCount;
  }
  return line + offset;
}
