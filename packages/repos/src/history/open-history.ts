import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { diffTree } from '../git/diff-tree.ts';
import { GitFailure, tryGit } from '../git/run-git.ts';
import { GitRepository } from '../git/git-repository.ts';
import { isObjectId } from '../git/object-id.ts';
import { createScratchRepository } from '../git/scratch-repository.ts';
import type { Repository } from '../repository.ts';
import { fromMirror } from '../sources/mirror-source.ts';
import type { SourceAnswer } from '../sources/source.ts';
import { fromUrl } from '../sources/url-source.ts';
import { headCommit, shallowCommits } from './mirror-head.ts';
import { walkCommits, type HistoryCommit, type WalkOptions } from './walk-commits.ts';

export interface OpenHistoryOptions {
  /** `owner/name`. */
  readonly name: string;
  readonly mirror?: string | undefined;
  /** Asked only for `golden`, where the mirror has it not. */
  readonly url?: string | undefined;
  /** A commit that the source must hold, with its first parent. */
  readonly golden?: string | undefined;
  readonly cacheDir: string;
  readonly signal?: AbortSignal | undefined;
}

/** A repository's past, read by a git that never sees an untrusted config. */
export interface History extends AsyncDisposable {
  readonly kind: 'history';
  readonly repository: Repository;
  /** The tip of its default branch, where the source is a mirror that names one. */
  readonly head?: string | undefined;
  walk(options: WalkOptions): AsyncIterable<HistoryCommit>;
  /** One commit; undefined where it is not held, is no commit, or has no parent. */
  commit(golden: string): Promise<HistoryCommit | undefined>;
  /** The patch with renames; a missing object is a value: partial clones exist. */
  renameDiff(base: string, golden: string): Promise<Buffer | { readonly missing: string }>;
}

/** Nothing to dispose of, but held in the same way. */
export interface AbsentHistory extends AsyncDisposable {
  readonly kind: 'absent';
  readonly reason: string;
}

/** Opens the mirror's repository, or fetches `golden`; what cannot be had is a value with its reason. */
export async function openHistory(options: OpenHistoryOptions): Promise<History | AbsentHistory> {
  const { name, mirror, url, golden, cacheDir, signal } = options;
  const scratch = await createScratchRepository(cacheDir);
  const asks = [
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
        return historyOf(new GitRepository(scratch), await headCommit(answer.objectsDir));
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

/** A server that does not answer is no source; its reason is told with the others. */
function asAbsence(error: unknown): SourceAnswer {
  if (!RefbenchError.isInstance(error) || error.kind !== 'repository') throw error;
  return { kind: 'absent', reason: error.message };
}

/** The past that a repository holds; disposing of the one disposes of the other. */
export function historyOf(repository: Repository, head?: string): History {
  const { gitDir } = repository;
  const walk = (options: WalkOptions): AsyncIterable<HistoryCommit> => walkCommits(gitDir, options);
  return {
    kind: 'history',
    repository,
    head,
    walk,
    async commit(golden) {
      if (!(await holds(gitDir, golden))) return undefined;
      for await (const commit of walk({ from: golden, max: 1 })) return commit;
      return undefined;
    },
    async renameDiff(base, golden) {
      try {
        return await diffTree(base, golden, { gitDir, renames: 'half-the-same' });
      } catch (error) {
        if (!(error instanceof GitFailure)) throw error;
        return { missing: error.stderr.split('\n')[0] ?? '' };
      }
    },
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

/** The commit and its first parent. */
async function holds(gitDir: string, golden: string): Promise<boolean> {
  if (!isObjectId(golden)) return false;
  const found = await tryGit(['rev-parse', '--verify', '--quiet', `${golden}^1^{tree}`], {
    gitDir,
  });
  return found.exitCode === 0;
}
