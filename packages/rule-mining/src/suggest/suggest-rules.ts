import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError, type RulesetSide } from '@refbench/contracts';
import { formatYaml, writeFileAtomic } from '@refbench/base';
import type { RepositoryContext, TreeScanOptions } from '@refbench/rule-engine';
import { changedLines } from '../mine-rules.ts';
import { mineContext } from '../mine-context.ts';
import { obstaclesOf } from './obstacles.ts';
import { nameAndCheck, type SuggestedRule } from './suggested-rules.ts';

export interface SuggestOptions {
  /** The most rules of each side. */
  readonly limit?: number | undefined;
  /** The text of the task. Rules about names that it tells come first, and none demands a name that it hides. */
  readonly task?: string | undefined;
  readonly scan?: TreeScanOptions | undefined;
  readonly onProgress?: ((text: string) => void) | undefined;
}

/** A number of lines, and how many of them rules cover. */
export interface CoveredCount {
  readonly covered: number;
  readonly total: number;
}

/** A mined ruleset. */
export interface Suggestion {
  readonly rules: readonly SuggestedRule[];
  /** The changed lines of each side that its rules cover. */
  readonly coverage: Readonly<Record<RulesetSide, CoveredCount>>;
  /** Sentences about what kept the miner from finding more. */
  readonly obstacles: readonly string[];
}

/** The most rules of each side by default. */
export const DEFAULT_LIMIT = 100;

/** Mines a ruleset from base and golden. No model takes part, and the result is deterministic. */
export async function suggestRules(
  context: RepositoryContext,
  { limit = DEFAULT_LIMIT, task, scan = {}, onProgress }: SuggestOptions = {},
): Promise<Suggestion> {
  const { change, mined } = await mineContext(context, { limit, task, scan, onProgress });
  const rules = await nameAndCheck(mined, context, scan);
  const sides = { additive: change.golden, reductive: change.base };
  const ofSide = (side: RulesetSide): readonly SuggestedRule[] =>
    rules.filter((rule) => rule.side === side);
  const covered = (side: RulesetSide): CoveredCount => {
    const lines = new Set(ofSide(side).flatMap((rule) => [...rule.lines]));
    const all = [...changedLines(sides[side])];
    return { covered: all.filter((line) => lines.has(line)).length, total: all.length };
  };
  return {
    rules,
    coverage: { additive: covered('additive'), reductive: covered('reductive') },
    obstacles: (['additive', 'reductive'] as const).flatMap((side) =>
      obstaclesOf(side, ofSide(side).length, sides[side], mined[side]),
    ),
  };
}

/**
 * Writes a suggestion as a ruleset.
 * @throws RefbenchError kind `usage` if the folder contains rules already
 */
export async function writeSuggestion({ rules }: Suggestion, folder: string): Promise<void> {
  await assertEmpty(folder);
  for (const { document, side } of rules) {
    await writeFileAtomic(join(folder, side, `${document.id}.yml`), formatYaml(document));
  }
}

/**
 * Refuses a folder that contains rules.
 * @throws RefbenchError kind `usage`
 */
export async function assertEmpty(folder: string): Promise<void> {
  for (const side of ['additive', 'reductive']) {
    const names = await readdir(join(folder, side)).catch(() => []);
    if (names.some((name) => /\.ya?ml$/.test(name))) {
      throw new RefbenchError({
        kind: 'usage',
        message: `${folder} contains rules already`,
        hint: 'name another folder with --to, or move the rules away',
      });
    }
  }
}
