import type { LabelTask } from '../input/label-task.ts';
import type { MapMaterial } from '../repo-map/map-material.ts';
import { interestOf } from '../repo-map/personalise.ts';
import { buildRepoMap } from '../repo-map/repo-map.ts';
import type { SourceTree } from '../repo-map/source-tree.ts';
import type { TagStore } from '../repo-map/tag-store.ts';
import { pathsBefore } from './patch-paths.ts';
import { planContext, type ContextLimits } from './plan-context.ts';
import { shownFiles } from './shown-files.ts';

/** The code that a model reads in addition to the issue and the instruction. */
export interface CodeContext {
  readonly patch: string;
  readonly testPatch: string;
  readonly files: string;
  readonly repoMap: string;
}

/**
 * Fills the budget that the instruction and the issue leave: with the patches, the repository map,
 * and as many files changed by the patches as fit, the smallest first, in their state at base.
 * @param fixedTokens tokens of the instruction and the issue
 */
export async function codeContext(
  task: LabelTask,
  fixedTokens: number,
  options: {
    readonly tree: SourceTree;
    readonly store: TagStore;
    readonly limits: ContextLimits;
    /** What the maps of this tree share. */
    readonly material?: MapMaterial | undefined;
    readonly signal: AbortSignal;
  },
): Promise<CodeContext> {
  const { tree, store, limits, material, signal } = options;
  const texts = new Map<string, string>();
  const sizes = new Map<string, number>();
  for await (const file of shownFiles(tree, pathsBefore([task.patch, task.testPatch]))) {
    texts.set(file.path, file.text);
    sizes.set(file.path, file.tokens);
  }
  const plan = planContext(task, fixedTokens, limits, sizes);
  const { patch, testPatch, mapTokens: budgetTokens } = plan;
  const paths = tree.files.map(({ path }) => path);
  const interest = interestOf(task.issue, paths, new Set(plan.paths));
  const map =
    budgetTokens === 0
      ? ''
      : (await buildRepoMap({ tree, store, interest, budgetTokens, material, signal })).text;
  const files = plan.paths.map((path) => texts.get(path) ?? '').join('\n');
  return { patch, testPatch, files, repoMap: map };
}
