import { rm } from 'node:fs/promises';
import type { ApplyResult } from '../apply-patch.ts';
import { git, tryGit } from '../git/run-git.ts';
import { findMissingObjects } from '../git/missing-objects.ts';
import { writeTreeOfIndex } from '../git/write-index.ts';
import type { Repository } from '../repository.ts';
import { displayPath, type BytePath, type Tree } from '../tree.ts';
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
  signal?: AbortSignal,
): Promise<ApplyResult> {
  const parsed = parsePatch(patch);
  if (parsed.kind === 'rejected') return parsed;
  const base = await repository.treeId(baseTreeish);
  if (parsed.files.length === 0) return { kind: 'applied', treeId: base };
  const submodule = findSubmodule(await repository.readTree(base), parsed);
  if (submodule !== undefined) {
    const reason = `${displayPath(submodule)} is a submodule, which a patch must not change`;
    return { kind: 'rejected', stage: 'path', reason };
  }

  const options = { gitDir: repository.gitDir, indexFile, signal };
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
    const stray = await findUnnamedChange(repository, base, treeId, parsed);
    if (stray === undefined) return { kind: 'applied', treeId };
    const reason = `it would also change ${displayPath(stray)}, which it does not name`;
    return { kind: 'rejected', stage: 'apply', reason };
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

/** Without a mode line, git would take "Subproject commit ..." for the submodule's text. */
function findSubmodule(base: Tree, patch: ParsedPatch): BytePath | undefined {
  return patch.files
    .flatMap((file) => [file.oldPath, file.newPath])
    .find((path) => path !== undefined && base.get(path)?.mode === '160000');
}

/**
 * Our reading of the patch and git's are two programs: whatever one changes, the other must have
 * seen. Git also gives up a whole folder where a file of its name is added.
 */
async function findUnnamedChange(
  repository: Repository,
  base: string,
  treeId: string,
  patch: ParsedPatch,
): Promise<BytePath | undefined> {
  const named = new Set(patch.files.flatMap((file) => [file.oldPath, file.newPath]));
  const before = await repository.readTree(base);
  const after = await repository.readTree(treeId);
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [old, current] = [before.get(path), after.get(path)];
    const isSame = old?.oid === current?.oid && old?.mode === current?.mode;
    if (!isSame && !named.has(path)) return path;
  }
  return undefined;
}
