import type { BytePath, Tree } from '../tree/tree.ts';
import type { ParsedPatch, PatchFile } from './patch-file.ts';

/** The limits for applying a patch. `expandedBytes` is checked before git runs. */
export interface ApplyLimits {
  /** The total size of the changed files afterwards and of inflated content. */
  readonly expandedBytes: number;
  /** The address space limit of git. */
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
 * Computes the bytes that git has to hold and write for a patch. Copies and binary deltas can expand
 * to much more than their length. `sizeOf` returns the size of a file of base.
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
    // Git also uses the result of an earlier part of the patch.
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

/** Returns the object ids of the files of base that a patch reads. */
export function readByPatch(patch: ParsedPatch, base: Tree): readonly string[] {
  return patch.files.flatMap(({ oldPath }) => {
    const entry = oldPath === undefined ? undefined : base.get(oldPath);
    return entry === undefined || entry.mode === '160000' ? [] : [entry.oid];
  });
}
