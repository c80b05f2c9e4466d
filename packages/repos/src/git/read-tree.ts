import { git, type GitOptions } from './run-git.ts';
import type { BytePath, Tree, TreeEntry, TreeMode } from '../tree.ts';

const ENTRY = /^(100644|100755|120000|160000) [a-z]+ ([0-9a-f]{40})\t([\s\S]+)$/;

/** All files below a tree, in git's order. */
export async function readFlatTree(treeId: string, options: GitOptions): Promise<Tree> {
  const listing = await git(['ls-tree', '-r', '-z', '--full-tree', treeId], options);
  const tree = new Map<BytePath, TreeEntry>();
  for (const record of listing.toString('latin1').split('\0')) {
    if (record === '') continue;
    const [, mode, oid, path] = ENTRY.exec(record) ?? [];
    if (mode === undefined || oid === undefined || path === undefined) {
      throw new Error(`git ls-tree wrote a line that is not understood: ${record}`);
    }
    tree.set(path as BytePath, { mode: mode as TreeMode, oid });
  }
  return tree;
}
