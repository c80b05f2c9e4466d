import { rm } from 'node:fs/promises';
import { RefbenchError } from '@refbench/contracts';
import type { ApplyResult } from '../tree/apply-patch.ts';
import { git, tryGit } from './run-git.ts';
import { objectSizes } from './object-sizes.ts';
import { writeTreeOfIndex } from './write-index.ts';
import type { Repository } from '../tree/repository.ts';
import { displayPath, type BytePath, type Tree } from '../tree/tree.ts';
import { formatForApply } from '../patch/format-patch.ts';
import { parsePatch } from '../patch/parse-patch.ts';
import { APPLY_LIMITS, expandedBytes, readByPatch, type ApplyLimits } from '../patch/expansion.ts';
import type { ParsedPatch } from '../patch/patch-file.ts';

const MAX_REASON_LINES = 5;

/** Applies a patch to an index of the base tree, without a working tree, fuzzy merging or hooks. */
export async function applyToTree(
  repository: Repository,
  indexFile: string,
  baseTreeish: string,
  patch: Buffer,
  options: { readonly signal?: AbortSignal; readonly limits?: ApplyLimits } = {},
): Promise<ApplyResult> {
  const { signal, limits = APPLY_LIMITS } = options;
  const parsed = parsePatch(patch);
  if (parsed.kind === 'rejected') return parsed;
  const base = await repository.treeId(baseTreeish);
  if (parsed.files.length === 0) return { kind: 'applied', treeId: base };
  const baseTree = await repository.readTree(base);
  const submodule = findSubmodule(baseTree, parsed);
  if (submodule !== undefined) {
    const reason = `${displayPath(submodule)} is a submodule, which a patch must not change`;
    return { kind: 'rejected', stage: 'path', reason };
  }

  const sizes = await objectSizes(readByPatch(parsed, baseTree), repository.gitDir);
  const bytes = expandedBytes(parsed, baseTree, (oid) => sizes.get(oid));
  if (bytes > limits.expandedBytes) {
    const reason = `applied, it would be ${bytes} bytes, over ${limits.expandedBytes}`;
    return { kind: 'rejected', stage: 'size', reason };
  }
  const inGit = { gitDir: repository.gitDir, indexFile, signal };
  try {
    await git(['read-tree', base], inGit);
    const applied = await tryGit(
      ['apply', '--cached', '--binary', '--whitespace=nowarn', '-p1', '-'],
      { ...inGit, input: formatForApply(parsed), limits },
    );
    if (applied.exitCode !== 0) {
      if (/No space left on device|Disk quota exceeded/.test(applied.stderr)) {
        throw new RefbenchError({
          kind: 'disk',
          message: `cannot write ${repository.gitDir}: ${explain(applied.stderr)}`,
          hint: 'free some space there and run the same command again',
        });
      }
      // A missing file of the source is not caused by the patch. Reading it reports its name.
      const missing = readByPatch(parsed, baseTree).find((oid) => !sizes.has(oid));
      if (missing !== undefined) await repository.readBlob(missing);
      return { kind: 'rejected', stage: 'apply', reason: explain(applied.stderr) };
    }
    const treeId = await writeTreeOfIndex(indexFile, inGit);
    const stray = await findUnnamedChange(repository, base, treeId, parsed);
    if (stray === undefined) return { kind: 'applied', treeId };
    const reason = `it would also change ${displayPath(stray)}, which it does not name`;
    return { kind: 'rejected', stage: 'apply', reason };
  } finally {
    await rm(indexFile, { force: true });
  }
}

/** Shortens the errors of git, which name the file and the line of the failed hunk. */
function explain(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.replace(/^(?:error|fatal): /, '').trim());
  const told = lines.filter((line) => line !== '');
  const more = told.length > MAX_REASON_LINES ? '; ...' : '';
  return `${told.slice(0, MAX_REASON_LINES).join('; ')}${more}`;
}

/**
 * Refuses changes of submodules. Without a mode line, git would apply "Subproject commit ..." to the
 * submodule.
 */
function findSubmodule(base: Tree, patch: ParsedPatch): BytePath | undefined {
  return patch.files
    .flatMap((file) => [file.oldPath, file.newPath])
    .find((path) => path !== undefined && base.get(path)?.mode === '160000');
}

/**
 * Checks that git changed exactly the files that our parser found in the patch. Git also removes a
 * whole folder if a file with its name is added.
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
