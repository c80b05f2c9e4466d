import { dirname } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { readFileWithin } from '@refbench/base';
import { writeFixedCommit } from '../git/fixed-commit.ts';
import { MAX_PATCH_BYTES } from '../patch/parse-patch.ts';
import { pathProblem } from '../patch/path-policy.ts';
import type { Repository } from '../tree/repository.ts';
import { displayPath, type BytePath } from '../tree/tree.ts';
import { readFolder } from './read-folder.ts';

/** Creates the two commits of a seed. The hashes depend only on the files. */
export async function makeSeedCommits(
  baseDir: string,
  patchFile: string,
  scratch: Repository,
): Promise<{ readonly base: string; readonly golden: string }> {
  const baseTree = await scratch.writeTree(
    readFolder(baseDir, {
      admits: (path) => assertInCommit(baseDir, path),
      tooLarge: (path) => refuse(baseDir, `${displayPath(path)} is larger than 1 GiB`),
    }),
  );
  const patch =
    (await readFileWithin(dirname(baseDir), patchFile, MAX_PATCH_BYTES)) ?? Buffer.alloc(0);
  const applied = await scratch.applyPatch(baseTree, patch);
  if (applied.kind === 'rejected' || applied.treeId === baseTree) {
    const reason = applied.kind === 'rejected' ? applied.reason : 'it changes nothing';
    throw new RefbenchError({
      kind: 'repository',
      message: `${patchFile} does not produce a golden commit: ${reason}`,
      hint: 'write it with "git diff --binary" between the files of base/ and the golden state',
    });
  }
  const base = await writeFixedCommit(scratch.gitDir, baseTree, 'Base');
  const golden = await writeFixedCommit(scratch.gitDir, applied.treeId, 'Golden', [base]);
  return { base, golden };
}

function assertInCommit(root: string, path: BytePath): true {
  const problem = pathProblem(path);
  return problem === undefined || refuse(root, problem);
}

function refuse(root: string, problem: string): never {
  throw new RefbenchError({
    kind: 'repository',
    message: `the seed ${root} cannot be committed: ${problem}`,
    hint: 'remove or rename the file',
  });
}
