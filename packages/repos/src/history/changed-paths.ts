import { git } from '../git/run-git.ts';

export interface ComparedCommits {
  readonly commit: string;
  /** The commit to compare with. The default is the only parent; a merge then has no paths. */
  readonly parent?: string | undefined;
}

/**
 * Returns the paths that commits change, in git's order and without rename detection, with one git
 * process. Roots, empty commits and merges without `parent` are not in the result.
 */
export async function changedPaths(
  gitDir: string,
  commits: readonly ComparedCommits[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  if (commits.length === 0) return found;
  const lines = commits.map(({ commit, parent }) =>
    parent === undefined ? commit : `${commit} ${parent}`,
  );
  const output = await git(
    ['diff-tree', '--stdin', '-r', '--raw', '--no-abbrev', '--no-renames', '-z'],
    { gitDir, input: `${lines.join('\n')}\n` },
  );
  let paths: string[] = [];
  const tokens = output.toString('utf8').split('\0').values();
  for (const token of tokens) {
    // A line of raw output begins with a colon and is followed by its path.
    if (token.startsWith(':')) paths.push(tokens.next().value ?? '');
    else if (token !== '') found.set(token, (paths = []));
  }
  return found;
}
