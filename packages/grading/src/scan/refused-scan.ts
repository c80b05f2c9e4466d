import type { Score } from '@refbench/contracts';
import type { GradableInstance } from '@refbench/instances';
import type { Tree } from '@refbench/repos';
import { followedRules, scanTree } from '@refbench/rule-engine';
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
  const { additive, reductive } = refused.ruleset;
  const scan = await scanTree([...additive, ...reductive], repository, tree, scanOptions(prepared));
  return followedRules(refused.ruleset, scan, []).counts;
}
