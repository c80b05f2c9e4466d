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
  if (!/^[0-9a-f]{7,39}$/i.test(commit))
    throw refuse(
      'is not a commit id',
      'use all 40 hex digits; with --mirror, the first seven are enough',
    );
  const places = await placesOf(options);
  if (places.found.length === 0) {
    throw refuse(
      `cannot be completed: ${places.reasons.join('; ') || 'no mirror is given'}`,
      'use all 40 hex digits, or a complete clone with --mirror',
    );
  }
  const found = await completed(options, places.found);
  if (found === undefined) {
    throw refuse(
      'stands for no commit there, or for several',
      'use all 40 hex digits, or a complete clone with --mirror',
    );
  }
  return found;
}

/** Where commits can be looked up, and why not elsewhere. */
async function placesOf({ repository, mirror }: Options): Promise<{
  readonly found: readonly string[];
  readonly reasons: readonly string[];
}> {
  const found: string[] = [];
  const reasons: string[] = [];
  if (mirror !== undefined) {
    const answer = await fromMirror(mirror, repository.name);
    if (answer.kind === 'objects') found.push(answer.objectsDir);
    else if (answer.kind === 'absent') reasons.push(answer.reason);
  }
  if (repository.url?.startsWith('file:') === true) {
    const objectsDir = await findObjectsDir(fileURLToPath(repository.url));
    if (objectsDir === undefined) reasons.push(`there is no repository at ${repository.url}`);
    else found.push(objectsDir);
  }
  return { found, reasons };
}

async function completed(
  { commit, cacheDir }: Options,
  places: readonly string[],
): Promise<string | undefined> {
  for (const objectsDir of places) {
    await using scratch = await createScratchRepository(cacheDir);
    await scratch.borrowFrom(objectsDir);
    const args = ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`];
    const found = await tryGit(args, { gitDir: scratch.gitDir });
    if (found.exitCode === 0) return found.stdout.toString('latin1').trim();
  }
  return undefined;
}
