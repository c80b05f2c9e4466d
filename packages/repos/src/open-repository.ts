import { RefbenchError, type Instance } from '@refbench/contracts';
import { checkTree } from './check-tree.ts';
import { readCommitHeader } from './git/commit-header.ts';
import { GitRepository } from './git/git-repository.ts';
import { isObjectId } from './git/object-id.ts';
import { tryGit } from './git/run-git.ts';
import { readingObjects } from './git/unreadable.ts';
import { createScratchRepository } from './git/scratch-repository.ts';
import type { Repository } from './tree/repository.ts';
import { fromMirror } from './sources/mirror-source.ts';
import { fromPath } from './sources/path-source.ts';
import type { SourceAnswer } from './sources/source.ts';
import { fromUrl } from './sources/url-source.ts';

export interface OpenRepositoryOptions {
  readonly repository: Instance['repository'];
  /** The folder of instance.yaml. `repository.path` is relative to it. */
  readonly instanceDir: string;
  /** The base commit. Defaults to the first parent of the golden commit. */
  readonly base?: string | undefined;
  readonly golden: string;
  /** A folder with `<owner>/<name>[.git]`, or a path template with `{owner}` and `{name}`. */
  readonly mirror?: string | undefined;
  /** The folder for fetched and temporary repositories. Processes can share it. */
  readonly cacheDir: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds the base and the golden commit in the mirror, beside the instance, or at the URL of the
 * repository, in this order. Uses the first source that has both. Base must be golden's first parent.
 * @throws RefbenchError kind `repository`
 */
export async function openRepository(options: OpenRepositoryOptions): Promise<Repository> {
  for (const commit of [options.base, options.golden]) {
    if (commit !== undefined && !isObjectId(commit)) {
      throw repositoryError(options, `"${commit}" is not a commit id`, 'use 40 hex digits');
    }
  }
  const scratch = await createScratchRepository(options.cacheDir);
  try {
    const repository = new GitRepository(scratch);
    const reasons: string[] = [];
    for (const ask of sources(options, repository)) {
      options.signal?.throwIfAborted();
      const answer = await ask();
      if (answer.kind === 'absent') {
        reasons.push(answer.reason);
        continue;
      }
      if (answer.kind === 'made') assertPinned(options, answer);
      else await scratch.borrowFrom(answer.objectsDir);
      const missing = await findMissingCommit(repository.gitDir, options);
      if (missing === undefined) {
        await readingObjects(() => assertParent(repository.gitDir, options));
        await checkTrees(repository, options);
        return repository;
      }
      reasons.push(`${answer.name} lacks ${missing}`);
    }
    throw repositoryError(
      options,
      reasons.join('; ') || 'no mirror, path or url is given',
      hintFor(options),
    );
  } catch (error) {
    await scratch[Symbol.asyncDispose]();
    throw error;
  }
}

async function checkTrees(
  repository: Repository,
  { base, golden }: OpenRepositoryOptions,
): Promise<void> {
  for (const commit of base === undefined ? [golden] : [base, golden]) {
    checkTree(await repository.readTree(commit), commit);
  }
}

function hintFor({ mirror, repository }: OpenRepositoryOptions): string {
  const address = repository.url === undefined ? '' : ', or check network, proxy and access rights';
  return mirror === undefined
    ? `give a complete clone with --mirror${address || ', or repository.path or repository.url in instance.yaml'}`
    : `check --mirror and the commits: the mirror must hold both${address}`;
}

function sources(
  options: OpenRepositoryOptions,
  scratch: Repository,
): readonly (() => Promise<SourceAnswer>)[] {
  const { mirror, instanceDir, golden, cacheDir, signal } = options;
  const { name, path, url } = options.repository;
  return [
    ...(mirror === undefined ? [] : [() => fromMirror(mirror, name)]),
    ...(path === undefined ? [] : [() => fromPath(instanceDir, path, scratch)]),
    ...(url === undefined ? [] : [() => fromUrl({ url, golden, cacheDir, signal })]),
  ];
}

function assertPinned(
  options: OpenRepositoryOptions,
  made: Extract<SourceAnswer, { kind: 'made' }>,
): void {
  const { base = made.base, golden } = options;
  if (made.base === base && made.golden === golden) return;
  throw repositoryError(
    options,
    `instance.yaml pins base ${base} and golden ${golden}, but ${made.name} gives base ${made.base} and golden ${made.golden}`,
    `where the change is meant, write "base: ${made.base}" and "golden: ${made.golden}" in instance.yaml`,
  );
}

async function findMissingCommit(
  gitDir: string,
  { base, golden }: OpenRepositoryOptions,
): Promise<string | undefined> {
  for (const [role, commit] of [
    ['base', base],
    ['golden', golden],
  ] as const) {
    if (commit === undefined) continue;
    const found = await tryGit(['cat-file', '-t', commit], { gitDir });
    const type = found.stdout.toString('latin1').trim();
    if (found.exitCode !== 0) return `${role} ${commit}`;
    if (type !== 'commit') return `${role}: ${commit} is a ${type}, not a commit`;
  }
  return undefined;
}

async function assertParent(gitDir: string, options: OpenRepositoryOptions): Promise<void> {
  const { parents } = await readCommitHeader(gitDir, options.golden);
  const [parent] = parents;
  if (parent !== undefined && parent === (options.base ?? parent)) return;
  throw repositoryError(
    options,
    parent === undefined
      ? `golden ${options.golden} has no parent`
      : `base ${options.base} is not the first parent of golden ${options.golden}, which is ${parent}`,
    parent === undefined
      ? 'choose a golden commit that has a parent'
      : `write "base: ${parent}" in instance.yaml, or choose another golden`,
  );
}

function repositoryError(
  options: OpenRepositoryOptions,
  what: string,
  hint: string,
): RefbenchError {
  return new RefbenchError({
    kind: 'repository',
    message: `repository ${options.repository.name}: ${what}`,
    hint,
  });
}
