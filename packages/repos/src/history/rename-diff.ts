import { git } from '../git/run-git.ts';

/** As people read a change: a file that moved and is at least half the same is one file. */
const ARGUMENTS = [
  'diff-tree',
  '-r',
  '-p',
  '--binary',
  '--full-index',
  '--find-renames=50%',
  '-l20000',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--unified=3',
  '--diff-algorithm=myers',
  '--indent-heuristic',
  '--submodule=short',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** The patch between two commits, with renames. @throws GitFailure where an object is missing */
export async function renameDiff(
  gitDir: string,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<Buffer> {
  return git([...ARGUMENTS, '--end-of-options', from, to], { gitDir, signal });
}
