import { resolve } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { GitRepository } from './git/git-repository.ts';
import { objectSizes } from './git/object-sizes.ts';
import { tryGit } from './git/run-git.ts';
import { createScratchRepository } from './git/scratch-repository.ts';
import { pathProblem } from './patch/path-policy.ts';
import type { Repository } from './tree/repository.ts';
import { fromMirror } from './sources/mirror-source.ts';
import { ignoredPaths } from './git/ignored-paths.ts';
import { findObjectsDir, isFolder } from './sources/objects-dir.ts';
import { readFolder, type ReadFolderOptions } from './sources/read-folder.ts';
import { displayPath, type BytePath, type Tree } from './tree/tree.ts';

export interface OpenTreeOptions {
  /** The source of `<owner>/<name>`: a folder of repositories, or a template. */
  readonly mirror?: string | undefined;
  /** The folder for temporary repositories. Processes can share it. */
  readonly cacheDir: string;
  /** For a folder in a git work tree: whether to skip ignored files. */
  readonly skipIgnored?: boolean;
}

/** A regular file of a tree. `path` is readable text, unique within the tree. */
export interface TreeFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly executable: boolean;
}

/** Whether to read a file. */
type WantsFile = (file: Pick<TreeFile, 'path' | 'executable'>) => boolean;

interface UnreadableFile {
  readonly file: string;
  readonly reason: string;
}

/** The files of a folder or commit. Links and submodules are not followed and not listed. */
export interface OpenedTree extends AsyncDisposable {
  readonly name: string;
  /**
   * Reads the files. Each call reads them again.
   * @param wants which files to read; by default, all
   */
  files(wants?: WantsFile): AsyncIterable<TreeFile>;
  /**
   * Files of the tree that cannot be read, so that nothing is known about their content. For a
   * folder, the list is complete after its files were read.
   */
  readonly unreadable: readonly UnreadableFile[];
  /** For a commit: the repository and the readable files, to identify files without reading them. */
  readonly stored?: { readonly repository: Repository; readonly tree: Tree };
}

/**
 * Opens a folder, or `<git dir or owner/name>@<commit>` with at least seven hex digits of the commit.
 * @throws RefbenchError kind `repository`
 */
export async function openTree(place: string, options: OpenTreeOptions): Promise<OpenedTree> {
  if (await isFolder(place)) {
    const root = resolve(place);
    const ignored = options.skipIgnored === true ? await ignoredPaths(root) : new Set<string>();
    return openFolder(root, ignored);
  }
  const { repository, commit } = await openCommit(place, options);
  try {
    return await treeOf(place, repository, commit);
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
}

/** A commit in a repository that the caller disposes of. */
export interface OpenedCommit {
  readonly repository: Repository;
  /** 40 hex digits. */
  readonly commit: string;
}

/**
 * Opens `<git dir or owner/name>@<commit>` with at least seven hex digits of the commit.
 * @throws RefbenchError kind `repository`
 */
export async function openCommit(place: string, options: OpenTreeOptions): Promise<OpenedCommit> {
  const [, source, named] = /^(.+)@([0-9a-f]{7,40})$/.exec(place) ?? [];
  if (source === undefined || named === undefined) {
    throw treeError(
      place,
      'it is not a folder',
      'specify a folder, or <git dir or owner/name>@<commit>',
    );
  }
  const objectsDir = await findSource(place, source, options.mirror);
  const scratch = await createScratchRepository(options.cacheDir);
  try {
    await scratch.borrowFrom(objectsDir);
    const repository = new GitRepository(scratch);
    const found = await tryGit(['rev-parse', '--verify', '--quiet', `${named}^{commit}`], {
      gitDir: repository.gitDir,
    });
    if (found.exitCode === 0) {
      return { repository, commit: found.stdout.toString('latin1').trim() };
    }
    throw treeError(
      place,
      `the repository lacks commit ${named}`,
      'specify a commit that it contains',
    );
  } catch (error) {
    await scratch[Symbol.asyncDispose]();
    throw error;
  }
}

function openFolder(root: string, ignored: ReadonlySet<string>): OpenedTree {
  const tooLarge = new Set<string>();
  const options: ReadFolderOptions = {
    admits: (path) => !ignored.has(path) && !isRefused(path),
    tooLarge: (path) => void tooLarge.add(displayPath(path)),
  };
  return {
    name: root,
    get unreadable() {
      return [...tooLarge].map((file) => ({ file, reason: 'it is larger than 1 GiB' }));
    },
    async *files(wants = () => true) {
      const wanted = {
        ...options,
        wants: (path: BytePath, executable: boolean) =>
          wants({ path: displayPath(path), executable }),
      };
      for await (const { path, mode, bytes } of readFolder(root, wanted)) {
        if (mode === '120000') continue;
        yield { path: displayPath(path), bytes, executable: mode === '100755' };
      }
    },
    [Symbol.asyncDispose]: async () => undefined,
  };

  /** Whether a path cannot be part of a tree, such as the .git folder. */
  function isRefused(path: Parameters<typeof pathProblem>[0]): boolean {
    return pathProblem(path) !== undefined;
  }
}

async function findSource(
  place: string,
  source: string,
  mirror: string | undefined,
): Promise<string> {
  const atPath = await findObjectsDir(source);
  if (atPath !== undefined) return atPath;
  if (!/^[\w.-]+\/[\w.-]+$/.test(source)) {
    throw treeError(place, `${source} is not a git repository`, 'specify the path of a repository');
  }
  if (mirror === undefined) {
    throw treeError(
      place,
      `there is no repository at ${source} and no mirror to look in`,
      'give the path of a repository, or --mirror',
    );
  }
  const answer = await fromMirror(mirror, source);
  if (answer.kind === 'objects') return answer.objectsDir;
  throw treeError(
    place,
    answer.kind === 'absent' ? answer.reason : 'the mirror contains no objects',
    'correct --mirror or the name',
  );
}

async function treeOf(place: string, repository: Repository, commit: string): Promise<OpenedTree> {
  const tree = await repository.readTree(commit);
  const files = [...tree].flatMap(([path, { mode, oid }]) =>
    mode === '100644' || mode === '100755' ? [{ path, oid, executable: mode === '100755' }] : [],
  );
  const sizes = await objectSizes(
    files.map((file) => file.oid),
    repository.gitDir,
  );
  const reasonOf = ({ path, oid }: (typeof files)[number]): string | undefined =>
    !sizes.has(oid) ? `the repository lacks its content ${oid}` : pathProblem(path);
  const readable = files.filter((file) => reasonOf(file) === undefined);
  const isReadable = new Set(readable.map(({ path }) => path));
  return {
    name: place,
    stored: { repository, tree: new Map([...tree].filter(([path]) => isReadable.has(path))) },
    unreadable: files.flatMap((file) => {
      const reason = reasonOf(file);
      return reason === undefined ? [] : [{ file: displayPath(file.path), reason }];
    }),
    async *files(wants = () => true) {
      const wanted = readable.filter(({ path, executable }) =>
        wants({ path: displayPath(path), executable }),
      );
      let index = 0;
      for await (const { bytes } of repository.readBlobs(wanted.map((file) => file.oid))) {
        const file = wanted[index];
        index += 1;
        if (file === undefined) return;
        yield { path: displayPath(file.path), bytes, executable: file.executable };
      }
    },
    [Symbol.asyncDispose]: () => repository[Symbol.asyncDispose](),
  };
}

function treeError(place: string, what: string, hint: string): RefbenchError {
  return new RefbenchError({ kind: 'repository', message: `tree ${place}: ${what}`, hint });
}
