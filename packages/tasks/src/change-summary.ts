import { displayPath, type BytePath, type ParsedPatch, type PatchFile } from '@refbench/repos';

/** What golden does to one file. */
export interface ChangedFile {
  readonly path: string;
  /** The path on base, if it is another one. */
  readonly from: string | null;
  readonly change: PatchFile['change'];
  readonly binary: boolean;
  /** Number of lines. Both are 0 for binary files. */
  readonly added: number;
  readonly removed: number;
}

/** A change as a reviewer reads it beside the task texts. */
export interface ChangeSummary {
  readonly message: string;
  /** In the order of the patch. */
  readonly files: readonly ChangedFile[];
  /** Totals of all files. */
  readonly added: number;
  readonly removed: number;
}

/** Summarizes a patch by file. */
export function summarizeChange(message: string, patch: ParsedPatch): ChangeSummary {
  const files = patch.files.map(changedFile);
  const sum = (side: 'added' | 'removed'): number =>
    files.reduce((total, file) => total + file[side], 0);
  return { message: message.trim(), files, added: sum('added'), removed: sum('removed') };
}

function changedFile({ oldPath, newPath, change, binary, hunks }: PatchFile): ChangedFile {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (kind: 'added' | 'removed'): number =>
    lines.filter((line) => line.kind === kind).length;
  const shown = (path: BytePath | undefined): string =>
    path === undefined ? '' : displayPath(path);
  const moved = change === 'renamed' || change === 'copied';
  return {
    path: shown(newPath ?? oldPath),
    from: moved ? shown(oldPath) : null,
    change,
    binary,
    added: count('added'),
    removed: count('removed'),
  };
}
