import { displayPath, type ParsedPatch } from '@refbench/repos';
import type { ChangeHunk, KnownComments, FileChange, TreeChange } from '@refbench/scoring';

/** A line without comments and without code that does nothing; undefined if its file was not read. */
type CodeLookup = (path: string, line: number) => string | undefined;

/** The lines of base and of the other tree that have an effect. */
export interface KnownCode {
  readonly added: CodeLookup;
  readonly removed: CodeLookup;
}

export interface TreeChangeOptions {
  /** Comment-only lines of base and of the other tree, which are excluded in files that were not read. */
  readonly comments: KnownComments;
  readonly code: KnownCode;
  /** Whether a remaining file counts as source code of the project. */
  readonly isSource: (path: string) => boolean;
}

/** Converts a patch for strict scoring: by path, without comments and without code that does nothing. */
export function treeChange(patch: ParsedPatch, options: TreeChangeOptions): TreeChange {
  const { comments, code, isSource } = options;
  const changes = new Map<string, FileChange>();
  for (const file of patch.files) {
    const path = file.newPath ?? file.oldPath;
    if (path === undefined) continue;
    const name = displayPath(path);
    const isLink = file.newMode === '120000';
    const hunks = file.hunks.map((hunk): ChangeHunk => {
      const removed: { line: number; text: string }[] = [];
      const added: { line: number; text: string }[] = [];
      let [before, after] = [hunk.oldStart, hunk.newStart];
      for (const { kind, text } of hunk.lines) {
        const side = kind === 'removed' ? removed : added;
        const line = kind === 'removed' ? before : after;
        if (kind !== 'context') {
          const live = code[kind](name, line);
          const isIdle = live === undefined ? comments[kind](name, line) === true : isBlank(live);
          // An empty line is kept, as long as nothing was taken from it.
          if (!isIdle || isBlank(text.toString('utf8'))) {
            side.push({ line, text: live ?? text.toString('utf8') });
          }
        }
        if (kind !== 'added') before += 1;
        if (kind !== 'removed') after += 1;
      }
      return { removed, added };
    });
    const gone = file.change === 'deleted';
    const isNew = file.change === 'added';
    changes.set(name, { hunks, gone, isNew, isSource: !gone && !isLink && isSource(name) });
  }
  return changes;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}
