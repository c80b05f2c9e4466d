import { rm } from 'node:fs/promises';
import type { ApplyResult } from '../apply-patch.ts';
import { git, tryGit } from '../git/run-git.ts';
import { findMissingObjects } from '../git/missing-objects.ts';
import { writeTreeOfIndex } from '../git/write-index.ts';
import type { Repository } from '../repository.ts';
import { displayPath } from '../tree.ts';
import { formatForApply } from './format-patch.ts';
import { parsePatch } from './parse-patch.ts';
import type { ParsedPatch } from './patch-file.ts';

const MAX_REASON_LINES = 5;

/** Applies to an index of the base tree, never to files: no working tree, no fuzz of merging, no hooks. */
export async function applyToTree(
  repository: Repository,
  indexFile: string,
  baseTreeish: string,
  patch: Buffer,
): Promise<ApplyResult> {
  const parsed = parsePatch(patch);
  if (parsed.kind === 'rejected') return parsed;
  const base = await repository.treeId(baseTreeish);
  if (parsed.files.length === 0) return { kind: 'applied', treeId: base };

  const options = { gitDir: repository.gitDir, indexFile };
  try {
    await git(['read-tree', base], options);
    const applied = await tryGit(
      ['apply', '--cached', '--binary', '--whitespace=nowarn', '-p1', '-'],
      { ...options, input: formatForApply(parsed) },
    );
    if (applied.exitCode !== 0) {
      await refuseMissingBlobs(repository, base, parsed);
      return { kind: 'rejected', stage: 'apply', reason: explain(applied.stderr) };
    }
    const treeId = await writeTreeOfIndex(indexFile, options);
    await assertOnlyPatchedFilesChanged(repository, base, treeId, parsed);
    return { kind: 'applied', treeId };
  } finally {
    await rm(indexFile, { force: true });
  }
}

/** git's errors name the file and the old line of the hunk that failed. */
function explain(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.replace(/^(?:error|fatal): /, '').trim());
  const told = lines.filter((line) => line !== '');
  const more = told.length > MAX_REASON_LINES ? '; ...' : '';
  return `${told.slice(0, MAX_REASON_LINES).join('; ')}${more}`;
}

/** A file that the source lacks is our trouble, not the patch's. */
async function refuseMissingBlobs(
  repository: Repository,
  base: string,
  patch: ParsedPatch,
): Promise<void> {
  const tree = await repository.readTree(base);
  const needed = patch.files.flatMap(({ oldPath }) => {
    const entry = oldPath === undefined ? undefined : tree.get(oldPath);
    return entry === undefined || entry.mode === '160000' ? [] : [entry.oid];
  });
  const missing = await findMissingObjects(needed, repository.gitDir);
  // Reading it gives the error that names it.
  for (const oid of missing) await repository.readBlob(oid);
}

/** Our reading of the patch and git's are two programs: whatever one sees, the other must have seen. */
async function assertOnlyPatchedFilesChanged(
  repository: Repository,
  base: string,
  treeId: string,
  patch: ParsedPatch,
): Promise<void> {
  const named = new Set(patch.files.flatMap((file) => [file.oldPath, file.newPath]));
  const before = await repository.readTree(base);
  const after = await repository.readTree(treeId);
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, current] = [before.get(path), after.get(path)];
    if (old?.oid === current?.oid && old?.mode === current?.mode) continue;
    if (!named.has(path))
      throw new Error(`git changed ${displayPath(path)}, which the patch lacks`);
  }
}
