import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findRuleFiles, loadRuleset, type Rule } from '@refbench/rule-engine';

/** Reads the rules of a ruleset folder, which may be empty. */
export async function readRegistered(rulesDir: string): Promise<readonly Rule[]> {
  const sides = await Promise.all(
    ['additive', 'reductive'].map((side) => stat(join(rulesDir, side)).catch(() => undefined)),
  );
  if (sides.every((info) => info === undefined)) return [];
  const files = await findRuleFiles(rulesDir).catch(() => []);
  if (files.length === 0) return [];
  const { additive, reductive } = await loadRuleset(rulesDir);
  return [...additive, ...reductive];
}
