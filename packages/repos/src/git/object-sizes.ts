import { git } from './run-git.ts';

/** Returns the sizes of existing objects. */
export async function objectSizes(
  oids: readonly string[],
  gitDir: string,
): Promise<ReadonlyMap<string, number>> {
  if (oids.length === 0) return new Map();
  const input = `${oids.join('\n')}\n`;
  const answer = await git(['cat-file', '--batch-check=%(objectname) %(objectsize)'], {
    gitDir,
    input,
  });
  const found = answer
    .toString('latin1')
    .split('\n')
    .flatMap((line) => {
      const [oid = '', size = ''] = line.split(' ');
      return /^\d+$/.test(size) ? [[oid, Number(size)] as const] : [];
    });
  return new Map(found);
}
