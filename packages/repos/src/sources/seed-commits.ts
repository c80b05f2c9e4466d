import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { RefbenchError } from '@refbench/contracts';
import { writeFixedCommit } from '../git/fixed-commit.ts';
import { pathProblem } from '../patch/path-policy.ts';
import type { Repository, WorkingFile } from '../repository.ts';
import type { BytePath } from '../tree.ts';

/** The two commits of a seed. Same files, same hashes, on every machine. */
export async function makeSeedCommits(
  baseDir: string,
  patchFile: string,
  scratch: Repository,
): Promise<{ readonly base: string; readonly golden: string }> {
  const baseTree = await scratch.writeTree(readFolder(baseDir));
  const patch = await readFile(patchFile);
  const applied = await scratch.applyPatch(baseTree, patch);
  if (applied.kind === 'rejected' || applied.treeId === baseTree) {
    const reason = applied.kind === 'rejected' ? applied.reason : 'it changes nothing';
    throw new RefbenchError({
      kind: 'repository',
      message: `${patchFile} does not give a golden commit: ${reason}`,
      mend: 'write it with "git diff --binary" between the files of base/ and the golden state',
    });
  }
  const base = await writeFixedCommit(scratch.gitDir, baseTree, 'Base');
  const golden = await writeFixedCommit(scratch.gitDir, applied.treeId, 'Golden', [base]);
  return { base, golden };
}

/** All files of a folder, byte for byte; only the owner's execute bit of a mode counts, as in git. */
async function* readFolder(
  root: string,
  prefix = '',
): AsyncGenerator<WorkingFile, void, undefined> {
  const names = await readdir(place(root, prefix), { encoding: 'buffer' });
  for (const name of names) {
    const path = `${prefix}${name.toString('latin1')}` as BytePath;
    const problem = pathProblem(path);
    if (problem !== undefined) {
      throw new RefbenchError({
        kind: 'repository',
        message: `the seed ${root} cannot be made into a commit: ${problem}`,
        mend: 'remove or rename the file',
      });
    }
    const file = place(root, path);
    const info = await lstat(file);
    if (info.isDirectory()) yield* readFolder(root, `${path}/`);
    else if (info.isSymbolicLink()) {
      yield { path, mode: '120000', bytes: await readlink(file, { encoding: 'buffer' }) };
    } else if (info.isFile()) {
      yield { path, mode: info.mode & 0o100 ? '100755' : '100644', bytes: await readFile(file) };
    }
  }
}

function place(root: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
}
