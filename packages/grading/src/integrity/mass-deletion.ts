import { countOf } from '@refbench/base';
import type { IntegrityFinding } from '@refbench/contracts';
import { bytePath } from '@refbench/repos';
import { findingAbout } from './compose-integrity.ts';
import type { StaticCheck } from './integrity-check.ts';

/** Share of a file, compared with golden, below which it counts as deleted. */
const DELETED_BELOW = 0.25;

/**
 * More than half of the code is not deleted by an oversight: golden keeps everything that is
 * counted here.
 */
const SUSPECT_FROM = 0.5;

export interface KeptFile {
  readonly file: string;
  /** Lines of the file on base. */
  readonly lines: number;
  /** Share that was kept as in golden, 0..1. */
  readonly kept: number;
}

/** Finds code that golden rewrites or keeps, and that the patch deletes. */
export const massDeletion: StaticCheck = ({ strict, strictReference }) => {
  const { following } = strict;
  if (following === undefined) return Promise.resolve([]);
  // Hidden code has its own findings, and is not deleted.
  const hidden = new Set(strict.hidden.map(({ file }) => file));
  const files = [...strictReference.lines].map(([file, lines]) => ({
    file,
    lines: lines.filter((line) => line.trim() !== '').length,
    kept: hidden.has(file) ? 1 : following.kept(file),
  }));
  return Promise.resolve(deletionFindings(files));
};

/** @param files files of base that rules match or that golden changes */
export function deletionFindings(files: readonly KeptFile[]): readonly IntegrityFinding[] {
  const sizeOf = (some: readonly KeptFile[]): number =>
    some.reduce((sum, { lines }) => sum + lines, 0);
  const deleted = files.filter(({ kept }) => kept < DELETED_BELOW);
  const share = deleted.length === 0 ? 0 : sizeOf(deleted) / sizeOf(files);
  if (share < SUSPECT_FROM) return [];
  const detail = `${Math.round(share * 100)} % of the code that the refactoring is about was deleted, in ${countOf(deleted.length, 'file')}`;
  return [
    findingAbout(
      { kind: 'mass-deletion', severity: 'suspect', detail },
      deleted.map(({ file }) => bytePath(file)),
    ),
  ];
}
