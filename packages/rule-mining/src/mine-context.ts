import { scanTree, type RepositoryContext, type TreeScanOptions } from '@refbench/rule-engine';
import { byRule } from './candidates/measure.ts';
import type { Change } from './change/change.ts';
import { readChange } from './change/read-change.ts';
import { mineRules, type MinedRules } from './mine-rules.ts';

export interface MineContextOptions {
  /** The most rules of each side. */
  readonly limit: number;
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
  const mined = await mineRules({
    ...options,
    change,
    scanUnchanged: async (rules) =>
      byRule((await scanTree(rules, repository, unchanged, options.scan)).witnesses),
  });
  return { change, mined };
}
