import type { Score } from '@refbench/contracts';
import type { GradableInstance } from '@refbench/instances';
import type { Tree } from '@refbench/repos';
import { followedInTree } from '@refbench/rule-engine';
import { scanOptions } from './tree-scan.ts';

/**
 * Counts the refused rules that a tree follows. The whole tree is scanned: matches are cached by blob,
 * so only the first tree of an instance takes time.
 * @returns undefined if the ruleset has no refused rules
 */
export async function followedRefused(
  prepared: GradableInstance,
  tree: Tree,
): Promise<Score['rules'] | undefined> {
  const { refused, repository } = prepared;
  if (refused === undefined) return undefined;
  const { counts } = await followedInTree(refused.ruleset, repository, tree, scanOptions(prepared));
  return counts;
}
