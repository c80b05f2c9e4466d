import type { BytePath, Tree } from '../tree.ts';
import type { ParsedPatch, PatchFile } from './patch-file.ts';

/** What applying a patch may take, stated before git sees it. */
export interface ApplyLimits {
  /** Bytes of all files that the patch touches, as they are afterwards, and of what it inflates. */
  readonly expandedBytes: number;
  /** Address space of git. */
  readonly memoryBytes: number;
  readonly ms: number;
}

const mebibyte = 2 ** 20;

export const APPLY_LIMITS: ApplyLimits = {
  expandedBytes: 512 * mebibyte,
  memoryBytes: 3072 * mebibyte,
  ms: 120_000,
};

/**
 * How many bytes git has to hold and write for a patch: copies and binary deltas make far more than
 * they are long. `sizeOf` tells the size of a file of base.
 */
export function expandedBytes(
  patch: ParsedPatch,
  base: Tree,
  sizeOf: (oid: string) => number | undefined,
): number {
  const written = new Map<BytePath, number>();
  let total = 0;
  for (const file of patch.files) {
    const { oldPath, newPath } = file;
    const entry = oldPath === undefined ? undefined : base.get(oldPath);
    const ofBase = entry === undefined ? 0 : (sizeOf(entry.oid) ?? 0);
    // Git also takes what an earlier part of the patch has made of the file.
    const before = Math.max(ofBase, oldPath === undefined ? 0 : (written.get(oldPath) ?? 0));
    const after = bytesAfter(file, before);
    if (newPath !== undefined) written.set(newPath, Math.max(after, written.get(newPath) ?? 0));
    total += after + (file.source.inflated ?? 0);
  }
  return total;
}

function bytesAfter({ newPath, source }: PatchFile, before: number): number {
  if (newPath === undefined) return 0;
  return source.result ?? before + source.body.length;
}

/** The files of base that a patch reads. */
export function readByPatch(patch: ParsedPatch, base: Tree): readonly string[] {
  return patch.files.flatMap(({ oldPath }) => {
    const entry = oldPath === undefined ? undefined : base.get(oldPath);
    return entry === undefined || entry.mode === '160000' ? [] : [entry.oid];
  });
}
