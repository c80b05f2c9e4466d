import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { diffTree, type DiffTreeOptions } from '../git/diff-tree.ts';
import { GitFailure, tryGit } from '../git/run-git.ts';
import { GitRepository } from '../git/git-repository.ts';
import { isObjectId } from '../git/object-id.ts';
import { createScratchRepository } from '../git/scratch-repository.ts';
import type { Repository } from '../tree/repository.ts';
import { fromMirror } from '../sources/mirror-source.ts';
import { findObjectsDir } from '../sources/objects-dir.ts';
import type { SourceAnswer } from '../sources/source.ts';
import { fromUrl } from '../sources/url-source.ts';
import { changedPaths, type ComparedCommits } from './changed-paths.ts';
import { logCommits, type LoggedCommit, type LogOptions } from './log-commits.ts';
import { headCommit, shallowCommits } from './mirror-head.ts';
import { readSourceRefs, type SourceRef } from './mirror-refs.ts';
import { walkCommits, type HistoryCommit, type WalkOptions } from './walk-commits.ts';

export interface OpenHistoryOptions {
  /** `owner/name`. */
  readonly name: string;
  readonly mirror?: string | undefined;
  /** The path of a clone, which is tried first. */
  readonly path?: string | undefined;
  /** URL for fetching `golden` if the mirror does not have it. */
  readonly url?: string | undefined;
  /** A commit that the source must contain with its first parent. */
  readonly golden?: string | undefined;
  readonly cacheDir: string;
  readonly signal?: AbortSignal | undefined;
}

/** The history of a repository. Git never reads an untrusted configuration. */
export interface History extends AsyncDisposable {
  readonly kind: 'history';
  readonly repository: Repository;
  /** The commit of HEAD in the source; undefined if it cannot be determined. */
  readonly head?: string | undefined;
  /** All references of the source; none for a history from `historyOf`. */
  refs(): Promise<readonly SourceRef[]>;
  walk(options: WalkOptions): AsyncIterable<HistoryCommit>;
  /** Yields every commit that is reachable from the tips, in the order of `git log`. */
  log(options: LogOptions): AsyncIterable<LoggedCommit>;
  /** Returns the changed paths by commit. Roots, empty commits and merges without `parent` are left out. */
  changedPaths(
    commits: readonly ComparedCommits[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Returns a commit; undefined if it does not exist, is not a commit, or has no parent. */
  commit(golden: string): Promise<HistoryCommit | undefined>;
  /** Returns the patch with renames. A missing object is a value, because partial clones are common. */
  renameDiff(base: string, golden: string): Promise<Buffer | { readonly missing: string }>;
  /**
   * Returns the output of `git diff --abbrev=10`. It cannot be applied, because binary files are only
   * named.
   */
  shortDiff(base: string, golden: string): Promise<Buffer | { readonly missing: string }>;
}

/** Has nothing to dispose, but can be used like a history. */
export interface AbsentHistory extends AsyncDisposable {
  readonly kind: 'absent';
  readonly reason: string;
}

/**
 * Opens the clone at `path` or the repository in the mirror, or fetches `golden`. An unavailable
 * repository is a value with a reason.
 */
export async function openHistory(options: OpenHistoryOptions): Promise<History | AbsentHistory> {
  const { name, mirror, path, url, golden, cacheDir, signal } = options;
  const scratch = await createScratchRepository(cacheDir);
  const asks = [
    ...(path === undefined ? [] : [() => fromClone(path)]),
    ...(mirror === undefined ? [] : [() => fromMirror(mirror, name)]),
    ...(url === undefined || golden === undefined
      ? []
      : [() => fromUrl({ url, golden, cacheDir, signal })]),
  ];
  const reasons: string[] = [];
  try {
    for (const ask of asks) {
      const answer = await ask().catch(asAbsence);
      if (answer.kind !== 'objects') {
        reasons.push(answer.kind === 'absent' ? answer.reason : 'not a git repository');
        continue;
      }
      await scratch.borrowFrom(answer.objectsDir);
      await writeFile(join(scratch.gitDir, 'shallow'), await shallowCommits(answer.objectsDir));
      if (golden === undefined || (await holds(scratch.gitDir, golden))) {
        return await sourceHistory(new GitRepository(scratch), answer.objectsDir);
      }
      reasons.push(`${answer.name} lacks ${golden}`);
    }
  } catch (error) {
    await scratch[Symbol.asyncDispose]();
    throw error;
  }
  await scratch[Symbol.asyncDispose]();
  return {
    kind: 'absent',
    reason: reasons.join('; ') || 'no mirror and no address is given',
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** Converts the failure of a source to a reason, which is reported with those of the other sources. */
function asAbsence(error: unknown): SourceAnswer {
  if (!RefbenchError.isInstance(error) || error.kind !== 'repository') throw error;
  return { kind: 'absent', reason: error.message };
}

async function fromClone(path: string): Promise<SourceAnswer> {
  const objectsDir = await findObjectsDir(path);
  if (objectsDir === undefined)
    return { kind: 'absent', reason: `${path} is not a git repository` };
  return { kind: 'objects', objectsDir, name: path };
}

async function sourceHistory(repository: Repository, objectsDir: string): Promise<History> {
  const head = await headCommit(objectsDir);
  return { ...historyOf(repository), head, refs: () => readSourceRefs(objectsDir) };
}

/** Returns the history of a repository. Disposing one disposes the other. */
export function historyOf(repository: Repository): History {
  const { gitDir } = repository;
  const walk = (options: WalkOptions): AsyncIterable<HistoryCommit> => walkCommits(gitDir, options);
  return {
    kind: 'history',
    repository,
    refs: async () => [],
    walk,
    log: (options) => logCommits(gitDir, options),
    changedPaths: (commits) => changedPaths(gitDir, commits),
    async commit(golden) {
      if (!(await holds(gitDir, golden))) return undefined;
      for await (const commit of walk({ from: golden, max: 1 })) return commit;
      return undefined;
    },
    renameDiff: (base, golden) => diffOrMissing(base, golden, { gitDir, renames: 'half-the-same' }),
    shortDiff: (base, golden) =>
      diffOrMissing(base, golden, { gitDir, renames: 'half-the-same', form: 'short' }),
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

async function diffOrMissing(
  base: string,
  golden: string,
  options: DiffTreeOptions,
): Promise<Buffer | { readonly missing: string }> {
  try {
    return await diffTree(base, golden, options);
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    return { missing: error.stderr.split('\n')[0] ?? '' };
  }
}

/** Whether the repository contains a commit and its first parent. */
async function holds(gitDir: string, golden: string): Promise<boolean> {
  if (!isObjectId(golden)) return false;
  const found = await tryGit(['rev-parse', '--verify', '--quiet', `${golden}^1^{tree}`], {
    gitDir,
  });
  return found.exitCode === 0;
}
