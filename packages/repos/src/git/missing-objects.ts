import { git } from './run-git.ts';

/** Those of the objects that are not there. */
export async function findMissingObjects(
  oids: readonly string[],
  gitDir: string,
): Promise<readonly string[]> {
  if (oids.length === 0) return [];
  const answer = await git(['cat-file', '--batch-check'], {
    gitDir,
    input: `${oids.join('\n')}\n`,
  });
  return answer
    .toString('latin1')
    .split('\n')
    .filter((line) => line.endsWith(' missing'))
    .map((line) => line.slice(0, 40));
}
