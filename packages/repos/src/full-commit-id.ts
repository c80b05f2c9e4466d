import { fileURLToPath } from 'node:url';
import { RefbenchError } from '@refbench/contracts';
import type { OpenRepositoryOptions } from './open-repository.ts';
import { isObjectId } from './git/object-id.ts';
import { tryGit } from './git/run-git.ts';
import { createScratchRepository } from './git/scratch-repository.ts';
import { fromMirror } from './sources/mirror-source.ts';
import { findObjectsDir } from './sources/objects-dir.ts';

type Options = Pick<OpenRepositoryOptions, 'repository' | 'mirror' | 'cacheDir'> & {
  /** 40 hex digits, or the first seven or more of them. */
  readonly commit: string;
};

/**
 * Completes an abbreviated commit id with the mirror or a `file` URL. Other servers only know complete
 * ids.
 * @throws RefbenchError kind `repository` if it stands for no commit, or for several
 */
export async function fullCommitId(options: Options): Promise<string> {
  const { commit, repository } = options;
  if (isObjectId(commit)) return commit;
  const refuse = (what: string, hint: string): RefbenchError =>
    new RefbenchError({
      kind: 'repository',
      message: `repository ${repository.name}: "${commit}" ${what}`,
      hint,
    });
  if (!/^[0-9a-f]{7,39}$/i.test(commit)) throw refuse('is not a commit id', 'use 40 hex digits');
  const found = await completed(options);
  if (found === undefined) {
    throw refuse(
      'stands for no commit, or for several, in the mirror and beside the instance',
      'use all 40 hex digits, or a complete clone with --mirror',
    );
  }
  return found;
}

async function completed({
  commit,
  repository,
  mirror,
  cacheDir,
}: Options): Promise<string | undefined> {
  const places: (string | undefined)[] = [];
  if (mirror !== undefined) {
    const answer = await fromMirror(mirror, repository.name);
    if (answer.kind === 'objects') places.push(answer.objectsDir);
  }
  if (repository.url?.startsWith('file:') === true) {
    places.push(await findObjectsDir(fileURLToPath(repository.url)));
  }
  for (const objectsDir of places) {
    if (objectsDir === undefined) continue;
    await using scratch = await createScratchRepository(cacheDir);
    await scratch.borrowFrom(objectsDir);
    const args = ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`];
    const found = await tryGit(args, { gitDir: scratch.gitDir });
    if (found.exitCode === 0) return found.stdout.toString('latin1').trim();
  }
  return undefined;
}
