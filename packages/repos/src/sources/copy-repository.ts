import { dirname, resolve } from 'node:path';
import { exists, makeFolder } from '@refbench/base';
import { RefbenchError } from '@refbench/contracts';
import { writeFixedCommit } from '../git/fixed-commit.ts';
import { git, tryGit } from '../git/run-git.ts';
import { makeBareRepository } from '../git/scratch-repository.ts';
import { fetchCommits, hideCredentials, lastLines } from './fetch-commits.ts';
import { findObjectsDir } from './objects-dir.ts';

/** The branch of a copy, to which its HEAD points. */
const BRANCH = 'refs/heads/main';

export interface CopyRepositoryOptions {
  /** A clone, or the address of a repository. */
  readonly source: string;
  /** The bare repository to make, or to bring up to date. */
  readonly place: string;
  readonly signal?: AbortSignal | undefined;
}

export interface CopiedRepository {
  /** The commit of HEAD. */
  readonly head: string;
  /** Whether the source is a shallow clone, which lacks the start of the history. */
  readonly isShallow: boolean;
}

/**
 * Copies the history of the source's HEAD into a bare repository.
 * @throws RefbenchError kind `repository` if the source cannot be read
 */
export async function copyRepository({
  source,
  place,
  signal,
}: CopyRepositoryOptions): Promise<CopiedRepository> {
  const from = /^[a-z+]+:\/\/|^[^/]+@[^/]+:/.test(source) ? source : resolve(source);
  if (!(await exists(place))) await startCopy(from, place, signal);
  const fetched = await fetchCommits({
    gitDir: place,
    url: from,
    wanted: `+HEAD:${BRANCH}`,
    // A clone can be shallow. Then its history ends where the clone's does, which may have more since.
    how: (await isShallow(place)) ? '--unshallow' : '--update-shallow',
    signal,
  });
  if (fetched.exitCode !== 0) {
    throw new RefbenchError({
      kind: 'repository',
      message: `cannot read the repository ${hideCredentials(source)}: ${lastLines(fetched.stderr)}`,
      hint: 'specify the folder of a git clone with at least one commit, or the address of a repository',
    });
  }
  const head = (await git(['rev-parse', BRANCH], { gitDir: place })).toString('latin1').trim();
  return { head, isShallow: await isShallow(place) };
}

async function isShallow(place: string): Promise<boolean> {
  const answer = await git(['rev-parse', '--is-shallow-repository'], { gitDir: place });
  return answer.toString('latin1').trim() === 'true';
}

/**
 * Makes the repository that the commits are fetched into. Of a clone on this machine, git links the object
 * files instead of copying them. This takes no space, and it also works when the clone lacks some objects,
 * as a partial clone does.
 */
async function startCopy(from: string, place: string, signal?: AbortSignal): Promise<void> {
  if ((await findObjectsDir(from)) !== undefined) {
    await makeFolder(dirname(place));
    // A clone can borrow objects of another one, which a copy must not do.
    const how = ['--bare', '--local', '--dissociate', '--no-tags', '--template=', '--quiet'];
    const cloned = await tryGit(['clone', ...how, '--', from, place], {
      gitDir: dirname(place),
      network: true,
      signal,
    });
    if (cloned.exitCode === 0) {
      await git(['symbolic-ref', 'HEAD', BRANCH], { gitDir: place });
      return;
    }
  }
  await makeBareRepository(place);
}

/**
 * Makes one commit of several: with the tree and the date of the last one and the parent of the first
 * one. Its id depends on these alone, and a reference keeps it.
 * @param place a bare repository that RefBench may write to
 */
export async function commitRange(
  place: string,
  range: { readonly base: string; readonly last: string; readonly message: string },
): Promise<string> {
  const tree = await git(['rev-parse', `${range.last}^{tree}`], { gitDir: place });
  const shown = ['show', '--no-patch', '--format=%cI', range.last];
  const date = (await git(shown, { gitDir: place })).toString('latin1').trim();
  const treeId = tree.toString('latin1').trim();
  const id = await writeFixedCommit(place, treeId, range.message, [range.base], date);
  await git(['update-ref', `refs/refbench/ranges/${id}`, id], { gitDir: place });
  return id;
}
