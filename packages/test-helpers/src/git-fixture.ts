import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from './temporary-folder.ts';

/** The files of a commit: paths and their texts. */
export type Files = Readonly<Record<string, string>>;

/**
 * Creates the repository `repository/` of an instance with two commits, and returns their ids. Files in
 * `bin/` are executable.
 * @param date when both commits are made
 */
export async function writeRepository(
  directory: string,
  commits: { readonly base: Files; readonly golden: Files },
  date?: string,
): Promise<{ readonly base: string; readonly golden: string }> {
  const folder = join(directory, 'repository');
  await mkdir(folder, { recursive: true });
  git(folder, ['init', '--quiet', '--initial-branch=main']);
  const commit = async (files: Files): Promise<string> => {
    git(folder, ['rm', '-r', '--quiet', '--ignore-unmatch', '.']);
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text, { mode: name.startsWith('bin/') ? 0o755 : 0o644 });
    }
    git(folder, ['add', '--all', '--force']);
    git(folder, ['commit', '--quiet', '--allow-empty', '--message=commit'], date);
    return git(folder, ['rev-parse', 'HEAD']).trim();
  };
  return { base: await commit(commits.base), golden: await commit(commits.golden) };
}

/** Where the repository of two commits is. */
export interface CommitsPlace {
  /** The folder of the instance, with the repository in `repository/`. */
  readonly folder: string;
  readonly base: string;
  readonly golden: string;
}

/** Opens something on a new repository of two commits. Disposing of the result removes both. */
export async function openCommits<T extends AsyncDisposable>(
  commits: { readonly base: Files; readonly golden: Files },
  open: (place: CommitsPlace) => Promise<T>,
): Promise<T> {
  const folder = await temporaryFolder();
  const opened = await open({
    folder: folder.path,
    ...(await writeRepository(folder.path, commits)),
  });
  return {
    ...opened,
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/**
 * Runs the git of this host without the settings of the user, and returns its standard output.
 * @param date when commits are made
 */
export function git(
  folder: string,
  args: readonly string[],
  date = '2000-01-01T00:00:00Z',
): string {
  return execFileSync('git', [...args], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'Test',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
      GIT_AUTHOR_EMAIL: 'test@localhost',
      GIT_COMMITTER_NAME: 'Test',
      GIT_COMMITTER_EMAIL: 'test@localhost',
    },
  });
}
