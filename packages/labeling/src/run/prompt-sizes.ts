import { RefbenchError, type LabelCriterion } from '@refbench/contracts';
import type { Repository } from '@refbench/repos';
import type { LabelTask } from '../input/label-task.ts';
import { fixedTokens } from '../labellers/labeller.ts';
import { pathsBefore } from '../labellers/patch-paths.ts';
import { planContext } from '../labellers/plan-context.ts';
import { shownFiles } from '../labellers/shown-files.ts';
import { MapMaterial } from '../repo-map/map-material.ts';
import { NO_INTEREST } from '../repo-map/personalise.ts';
import { buildRepoMap } from '../repo-map/repo-map.ts';
import { treeOfCommit } from '../repo-map/source-tree.ts';
import { TagStore } from '../repo-map/tag-store.ts';
import { baseOf } from './base-commits.ts';
import type { QuestionOptions } from './question-builder.ts';

export type PromptSize =
  | {
      readonly kind: 'sized';
      readonly instance: string;
      readonly criterion: LabelCriterion;
      /** Estimated tokens of the system prompt and the prompt. */
      readonly tokens: number;
    }
  | { readonly kind: 'unreachable'; readonly instance: string; readonly reason: string };

/**
 * Estimates the sizes of prompts with code, without building them. Tasks are grouped by their base
 * commit: its files are read once, and one map is built, because the map of every task fills the same
 * budget.
 */
export async function* promptSizes(
  tasks: readonly LabelTask[],
  criteria: readonly LabelCriterion[],
  options: QuestionOptions,
): AsyncGenerator<PromptSize, void, undefined> {
  const groups = new Map<string, LabelTask[]>();
  for (const task of tasks) {
    const group = groups.get(baseOf(task));
    if (group === undefined) groups.set(baseOf(task), [task]);
    else group.push(task);
  }
  for (const group of groups.values()) {
    options.signal.throwIfAborted();
    yield* groupSizes(group, criteria, options);
  }
}

async function* groupSizes(
  group: readonly LabelTask[],
  criteria: readonly LabelCriterion[],
  options: QuestionOptions,
): AsyncGenerator<PromptSize, void, undefined> {
  const [first] = group;
  if (first === undefined) return;
  const facts = await baseFacts(first, group, criteria, options).catch(reasonOf);
  for (const task of group) {
    if (typeof facts === 'string') {
      // The reason names the task that was read for all of them.
      const reason = facts.replace(first.instance, task.instance);
      yield { kind: 'unreachable', instance: task.instance, reason };
      continue;
    }
    try {
      yield* criteria.map((criterion) => sizeOf(task, criterion, facts, options));
    } catch (error) {
      yield { kind: 'unreachable', instance: task.instance, reason: reasonOf(error) };
    }
  }
}

interface BaseFacts {
  /** Tokens of the files that the tasks change, by path. */
  readonly files: ReadonlyMap<string, number>;
  /** Tokens of the largest map of this commit. */
  readonly mapTokens: number;
}

async function baseFacts(
  first: LabelTask,
  group: readonly LabelTask[],
  criteria: readonly LabelCriterion[],
  { openBase, limits, cacheDir, signal }: QuestionOptions,
): Promise<BaseFacts> {
  await using repository: Repository = await openBase(first);
  const tree = await treeOfCommit(repository, first.base);
  const paths = new Set(group.flatMap(({ patch, testPatch }) => pathsBefore([patch, testPatch])));
  const files = new Map<string, number>();
  for await (const { path, tokens } of shownFiles(tree, paths)) files.set(path, tokens);
  const budgetTokens = Math.max(...criteria.map((criterion) => limits[criterion].mapTokens));
  if (budgetTokens === 0) return { files, mapTokens: 0 };
  const store = await TagStore.open(cacheDir, first.repository);
  const material = new MapMaterial();
  const map = await buildRepoMap({
    tree,
    store,
    material,
    budgetTokens,
    signal,
    interest: NO_INTEREST,
  });
  return { files, mapTokens: map.tokens };
}

function sizeOf(
  task: LabelTask,
  criterion: LabelCriterion,
  facts: BaseFacts,
  { prompts, scale, limits }: QuestionOptions,
): PromptSize {
  const fixed = fixedTokens(criterion, task, prompts, scale);
  const own = new Map<string, number>();
  for (const path of pathsBefore([task.patch, task.testPatch])) {
    const tokens = facts.files.get(path);
    if (tokens !== undefined) own.set(path, tokens);
  }
  const plan = planContext(task, fixed, limits[criterion], own);
  const tokens = fixed + plan.tokens + Math.min(plan.mapTokens, facts.mapTokens);
  return { kind: 'sized', instance: task.instance, criterion, tokens };
}

/** The reason why a task has no question. Anything else is thrown. */
function reasonOf(error: unknown): string {
  if (!RefbenchError.isInstance(error) || error.kind === 'usage') throw error;
  return error.message;
}
