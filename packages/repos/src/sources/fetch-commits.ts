import { tryGit, type GitResult } from '../git/run-git.ts';

export interface FetchCommitsOptions {
  /** The bare repository that gets the commits. */
  readonly gitDir: string;
  /** An address, or the folder of a repository. */
  readonly url: string;
  /** A commit, or a refspec. */
  readonly wanted: string;
  /** How much of the history to fetch, as an option of git. */
  readonly how: '--depth=2' | '--update-shallow' | '--unshallow';
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches commits and nothing else: no tags and no submodules. The address is only passed as an argument.
 * No remote is configured, so no credentials are stored.
 */
export function fetchCommits({
  gitDir,
  url,
  wanted,
  how,
  signal,
}: FetchCommitsOptions): Promise<GitResult> {
  return tryGit(
    [
      'fetch',
      '--quiet',
      how,
      '--no-tags',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
      '--no-auto-gc',
      '--',
      url,
      wanted,
    ],
    { gitDir, network: true, signal },
  );
}

/** The errors that git told, or the end of what it told, in one line and without credentials. */
export function lastLines(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const errors = lines.filter((line) => /^(?:fatal|error|remote): /.test(line));
  return hideCredentials((errors.length > 0 ? errors : lines).slice(-3).join('; '));
}

/** Removes the credentials of addresses in a text. */
export function hideCredentials(text: string): string {
  return text.replace(/(https?:\/\/)[^\s/@]+@/g, '$1');
}
