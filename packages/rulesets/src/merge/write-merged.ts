import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/base';
import { recordProvenance } from '../provenance/provenance-file.ts';
import { recordDecisions } from '../review/review-record.ts';
import { keptRules, type MergedRuleset } from './merge-rulesets.ts';

const SIDES = ['additive', 'reductive'] as const;

/**
 * Writes a merged ruleset, one file for each kept rule, with its provenance and
 * review.
 * @throws RefbenchError kind `usage` if the folder contains rules already
 */
export async function writeMerged(
  { rules, provenance, decisions }: MergedRuleset,
  folder: string,
): Promise<void> {
  for (const side of SIDES) {
    const names = await readdir(join(folder, side)).catch(() => []);
    if (names.length === 0) continue;
    throw new RefbenchError({
      kind: 'usage',
      message: `${join(folder, side)} already contains files`,
      hint: 'name another folder with --into, and this one as one of the rulesets to merge',
    });
  }
  for (const { rule, text } of keptRules(rules)) {
    await writeFileAtomic(join(folder, rule.side, `${rule.id}.yml`), text);
  }
  await recordProvenance(folder, provenance);
  await recordDecisions(folder, decisions);
}
