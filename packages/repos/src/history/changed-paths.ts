import { git } from '../git/run-git.ts';

export interface ComparedCommits {
  readonly commit: string;
  /** Compared with this commit; without it with the only parent, and a merge has no paths. */
  readonly parent?: string | undefined;
}

/**
 * The paths that commits change, in git's order, without rename detection: one git process for all.
 * Merges, roots and commits that change nothing are absent from the answer.
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
