import { tryGit, type GitOptions } from './run-git.ts';

/** What git finds in a patch. */
export interface GitReading {
  /** Paths after the change, or before it for removed files. */
  readonly paths: readonly string[];
  readonly changedLines: number;
}

/** Lets git read a patch without applying it. Undefined if git finds no patch or a broken one. */
export async function readByGit(
  patch: Buffer,
  options: GitOptions,
): Promise<GitReading | undefined> {
  const read = await tryGit(['apply', '--numstat', '-z', '-p1', '-'], { ...options, input: patch });
  if (read.exitCode !== 0) return undefined;
  const files = read.stdout.toString('latin1').split('\0').slice(0, -1);
  const fields = files.map((file) => file.split('\t'));
  return {
    paths: fields.map(([, , ...path]) => path.join('\t')),
    // Binary content has a dash in place of a number.
    changedLines: fields.reduce(
      (sum, [added, removed]) => sum + (Number(added) || 0) + (Number(removed) || 0),
      0,
    ),
  };
}
