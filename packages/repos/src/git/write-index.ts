import { rm } from 'node:fs/promises';
import type { StoredFile } from '../tree/repository.ts';
import { git, GitFailure, tryGit, type GitOptions } from './run-git.ts';

/**
 * Builds a tree from its files in a temporary index. Objects do not have to exist, because a snapshot
 * may lack some.
 */
export async function writeIndexedTree(
  entries: readonly StoredFile[],
  indexFile: string,
  options: GitOptions,
): Promise<string> {
  try {
    const lines = entries.map(({ mode, oid, path }) => `${mode} ${oid}\t${path}\0`);
    const input = Buffer.from(lines.join(''), 'latin1');
    const args = ['update-index', '-z', '--index-info'];
    const result = await tryGit(args, { ...options, indexFile, input });
    // git skips invalid paths with a warning and exits with 0. A file must never be lost that way.
    if (result.exitCode !== 0 || result.stderr !== '') throw new GitFailure(args, result);
    return await writeTreeOfIndex(indexFile, options);
  } finally {
    await rm(indexFile, { force: true });
  }
}

export async function writeTreeOfIndex(indexFile: string, options: GitOptions): Promise<string> {
  const id = await git(['write-tree', '--missing-ok'], { ...options, indexFile });
  return id.toString('latin1').trim();
}
