import { git } from './run-git.ts';

const PERSON = 'RefBench';
const EMAIL = 'refbench@localhost';
const DATE = '2000-01-01T00:00:00+0000';

/** Creates a commit whose id depends only on its tree, its message, its parents and its date. */
export async function writeFixedCommit(
  gitDir: string,
  treeId: string,
  message: string,
  parents: readonly string[] = [],
  date: string = DATE,
): Promise<string> {
  const args = ['commit-tree', treeId, ...parents.flatMap((parent) => ['-p', parent])];
  const env = {
    GIT_AUTHOR_NAME: PERSON,
    GIT_AUTHOR_EMAIL: EMAIL,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: PERSON,
    GIT_COMMITTER_EMAIL: EMAIL,
    GIT_COMMITTER_DATE: date,
  };
  const id = await git([...args, '-m', message], { gitDir, env });
  return id.toString('latin1').trim();
}
