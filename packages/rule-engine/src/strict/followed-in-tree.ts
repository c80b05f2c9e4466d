import type { Repository, Tree } from '@refbench/repos';
import type { Ruleset } from '../rule/rule.ts';
import { scanTree, type TreeScanOptions } from '../scan/scan-tree.ts';
import { followedRules, type FollowedRules } from './followed-rules.ts';

/**
 * Determines the rules that a tree follows by themselves, without what the tree was before: files that were hidden
 * are not noticed. The whole tree is scanned; with a cache, only files with new content.
 */
export async function followedInTree(
  ruleset: Ruleset,
  repository: Repository,
  tree: Tree,
  options: TreeScanOptions,
): Promise<FollowedRules> {
  const rules = [...ruleset.additive, ...ruleset.reductive];
  return followedRules(ruleset, await scanTree(rules, repository, tree, options), []);
}
