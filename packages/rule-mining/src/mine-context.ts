import { scanTree, type RepositoryContext, type TreeScanOptions } from '@refbench/rule-engine';
import { toldNames } from '@refbench/tasks';
import { byRule } from './candidates/measure.ts';
import type { Change } from './change/change.ts';
import { readChange } from './change/read-change.ts';
import { wordsIn } from './change/words-in.ts';
import { mineRules, type MinedRules } from './mine-rules.ts';
import type { TaskNames } from './selection/task-names.ts';

export interface MineContextOptions {
  /** The most rules of each side. */
  readonly limit: number;
  /** The text of the task, if there is one. */
  readonly task?: string | undefined;
  readonly scan?: TreeScanOptions | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** Mines the rules of a refactoring, and checks them on the complete trees. */
export async function mineContext(
  context: RepositoryContext,
  options: MineContextOptions,
): Promise<{ readonly change: Change; readonly mined: MinedRules }> {
  const { repository, base, golden } = context;
  const change = await readChange(context, options.scan?.signal);
  const unchanged = new Map(
    [...base].filter(([path, { oid, mode }]) => {
      const after = golden.get(path);
      return after?.oid === oid && after.mode === mode;
    }),
  );
  const { task, ...rest } = options;
  const mined = await mineRules({
    ...rest,
    change,
    task: task === undefined ? undefined : taskNames(task, context),
    scanUnchanged: async (rules) =>
      byRule((await scanTree(rules, repository, unchanged, options.scan)).witnesses),
  });
  return { change, mined };
}

function taskNames(text: string, { repository, base }: RepositoryContext): TaskNames {
  return {
    told: toldNames(text),
    knownOf: async (words) => await wordsIn(repository, base, words),
  };
}
