import { rm } from 'node:fs/promises';
import { APPLY_LIMITS } from '../patch/expansion.ts';
import { changedLineCount } from '../patch/changed-line-count.ts';
import { completePatch } from '../patch/complete-patch.ts';
import { parsePatch } from '../patch/parse-patch.ts';
import type { ParsedPatch } from '../patch/patch-file.ts';
import type { CompletedPatch } from '../tree/apply-patch.ts';
import type { Repository } from '../tree/repository.ts';
import { displayPath } from '../tree/tree.ts';
import { readByGit, type GitReading } from './git-reading.ts';
import { git, tryGit, type GitOptions } from './run-git.ts';
import { writeTreeOfIndex } from './write-index.ts';

/** Content that can expand to much more than its length. Only the strict parser limits it. */
const EXPANDING = /^(?:GIT binary patch|copy from )/m;

/**
 * Turns a patch that was made elsewhere into one that the strict parser reads, where git reads it:
 * prose or mail headers around it, an invented index line, an unusual mode. The note says what differs
 * from the patch as it was given. A patch that git would read only in part stays as it is, so that it is
 * rejected with the reason of the parser.
 */
export async function readGivenPatch(
  repository: Repository,
  indexFile: string,
  baseTreeish: string,
  patch: Buffer,
  signal: AbortSignal | undefined,
): Promise<CompletedPatch> {
  const completed = completePatch(patch);
  const parsed = parsePatch(completed.patch);
  const inGit = { gitDir: repository.gitDir, indexFile, signal, limits: APPLY_LIMITS };
  if (parsed.kind === 'parsed') {
    const note = prefixNote(parsed, await readByGit(completed.patch, inGit));
    return note === undefined ? completed : { patch: completed.patch, note };
  }
  const text = patch.toString('latin1');
  if (parsed.stage !== 'parse' || EXPANDING.test(text)) return completed;
  const reading = await readByGit(patch, inGit);
  if (reading === undefined || changedLineCount(text) > reading.changedLines) return completed;
  const canonical = await canonicalByGit(repository, baseTreeish, patch, inGit);
  if (canonical === undefined || parsePatch(canonical).kind === 'rejected') return completed;
  return { patch: canonical, note: `${parsed.reason}; git reads the patch without it` };
}

/** The strict parser takes names without prefixes as they are. Git would remove a folder from them. */
function prefixNote({ files }: ParsedPatch, reading: GitReading | undefined): string | undefined {
  if (reading === undefined) return undefined;
  const expected = new Set(reading.paths);
  const path = files
    .map(({ newPath, oldPath }) => newPath ?? oldPath)
    .find((each) => {
      return each !== undefined && !expected.has(each);
    });
  if (path === undefined) return undefined;
  return `the names in the patch lack the prefixes a/ and b/; ${displayPath(path)} was taken as it is`;
}

/** Applies a patch and returns the difference. Undefined if it does not apply or replaces a folder. */
async function canonicalByGit(
  repository: Repository,
  baseTreeish: string,
  patch: Buffer,
  options: GitOptions & { readonly indexFile: string },
): Promise<Buffer | undefined> {
  const base = await repository.treeId(baseTreeish);
  try {
    await git(['read-tree', base], options);
    const apply = ['apply', '--cached', '--whitespace=nowarn', '-p1', '-'];
    const applied = await tryGit(apply, { ...options, input: patch });
    if (applied.exitCode !== 0) return undefined;
    const treeId = await writeTreeOfIndex(options.indexFile, options);
    if (await replacesFolder(repository, base, treeId)) return undefined;
    return await repository.diff(base, treeId, options.signal);
  } finally {
    await rm(options.indexFile, { force: true });
  }
}

/** Git removes a whole folder if a file with its name is added. */
async function replacesFolder(
  repository: Repository,
  base: string,
  treeId: string,
): Promise<boolean> {
  const before = await repository.readTree(base);
  const after = await repository.readTree(treeId);
  return [...before.keys()].some((path) => {
    if (after.has(path)) return false;
    const folders = path.split('/').slice(0, -1);
    return folders.some((_, at) => after.has(folders.slice(0, at + 1).join('/') as typeof path));
  });
}
