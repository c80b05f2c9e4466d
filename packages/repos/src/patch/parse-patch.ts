import type { PatchRejection } from '../tree/apply-patch.ts';
import { displayPath } from '../tree/tree.ts';
import { LineCursor } from './line-cursor.ts';
import { parseGitFile } from './parse-git-file.ts';
import { parsePlainFile } from './parse-plain-file.ts';
import { PatchError } from './patch-error.ts';
import type { ParsedPatch, PatchFile } from './patch-file.ts';
import { pathProblem } from './path-policy.ts';

export const MAX_PATCH_BYTES: number = 128 * 2 ** 20;

/**
 * Reads a patch strictly, on bytes: git's format and plain `diff -u`, lines counted by the hunk
 * headers. Anything that is not part of a patch, and any forbidden path, is rejected. An empty text
 * (or only empty lines) is a patch without files.
 */
export function parsePatch(bytes: Buffer): ParsedPatch | PatchRejection {
  try {
    if (bytes.length > MAX_PATCH_BYTES) {
      throw new PatchError('size', `the patch has ${bytes.length} bytes, over ${MAX_PATCH_BYTES}`);
    }
    return { kind: 'parsed', files: parseFiles(bytes) };
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    return { kind: 'rejected', stage: error.stage, reason: error.message };
  }
}

function parseFiles(bytes: Buffer): readonly PatchFile[] {
  const cursor = new LineCursor(bytes);
  const files: PatchFile[] = [];
  const uses = new PathUses();
  let isAnnounced = false;
  while (!cursor.atEnd) {
    if (cursor.startsWith('diff --git ') || cursor.startsWith('--- ')) {
      const parse = cursor.startsWith('--- ') ? parsePlainFile : parseGitFile;
      const file = parse(cursor, bytes);
      uses.add(file);
      files.push(file);
      isAnnounced = false;
    } else if (isAnnouncement(cursor)) {
      isAnnounced = true;
      cursor.advance();
    } else if (cursor.text === '') {
      cursor.advance();
    } else {
      throw cursor.fail('this is not part of a patch');
    }
  }
  if (isAnnounced) throw cursor.fail('the patch ends before its last file');
  return files;
}

/** Lines that `diff -r` and svn write before a file, which are ignored. */
function isAnnouncement(cursor: LineCursor): boolean {
  return (
    (cursor.startsWith('diff ') && !cursor.startsWith('diff --git')) ||
    cursor.startsWith('Index: ') ||
    /^={67}$/.test(cursor.text)
  );
}

/**
 * Checks that a path is removed and written at most once. Only a change of its type does both, in this
 * order.
 */
class PathUses {
  private readonly written = new Set<string>();
  private readonly taken = new Set<string>();

  add(file: PatchFile): void {
    for (const path of new Set([file.oldPath, file.newPath])) {
      const problem = path === undefined ? undefined : pathProblem(path);
      if (problem !== undefined) throw new PatchError('path', problem);
    }
    const isKept = file.change === 'modified' || file.change === 'copied';
    if (file.change !== 'copied') this.claim(this.taken, file.oldPath, isKept);
    this.claim(this.written, file.newPath, isKept);
  }

  private claim(uses: Set<string>, path: PatchFile['oldPath'], isKept: boolean): void {
    if (path === undefined) return;
    const isTwice = uses.has(path) || (uses === this.taken && !isKept && this.written.has(path));
    if (isTwice) throw new PatchError('parse', `${displayPath(path)} is changed twice`);
    uses.add(path);
  }
}
