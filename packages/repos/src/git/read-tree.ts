import { GitFailure, tryGit, type GitOptions } from './run-git.ts';
import type { BytePath, Tree, TreeEntry, TreeMode } from '../tree/tree.ts';

const ENTRY = /^(100644|100755|120000|160000) [a-z]+ ([0-9a-f]{40})\t([\s\S]+)$/;

/** Limits the number of paths, because a few objects can represent any number of paths. */
const MAX_LISTING_BYTES = 2 ** 28;

/** Returns all files below a tree, in git's order. */
export async function readFlatTree(treeId: string, options: GitOptions): Promise<Tree> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', treeId];
  const listed = await tryGit(args, { ...options, outputBytes: MAX_LISTING_BYTES });
  if (listed.exitCode !== 0) throw new GitFailure(args, listed);
  const tree = new Map<BytePath, TreeEntry>();
  for (const record of listed.stdout.toString('latin1').split('\0')) {
    if (record === '') continue;
    const [, mode, oid, path] = ENTRY.exec(record) ?? [];
    if (mode === undefined || oid === undefined || path === undefined) {
      const stderr = `it has an entry that is not understood: ${record.slice(0, 200)}`;
      throw new GitFailure(args, { exitCode: 0, stderr });
    }
    tree.set(path as BytePath, { mode: mode as TreeMode, oid });
  }
  return tree;
}
