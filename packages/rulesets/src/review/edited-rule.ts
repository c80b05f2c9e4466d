import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/base';
import { loadRuleset } from '@refbench/rule-engine';
import type { Rule } from '@refbench/rule-engine';

/**
 * Reads the edited text of a rule as a ruleset of its own, so that it is checked like any other rule.
 * @returns the rule, still with the file of the original, or a sentence about what is wrong
 */
export async function readEditedRule(original: Rule, text: string): Promise<Rule | string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-edit-'));
  const path = join(folder, original.side, 'rule.yml');
  try {
    await writeFileAtomic(path, text);
    const { additive, reductive } = await loadRuleset(folder);
    const [rule, other] = [...additive, ...reductive];
    if (rule === undefined || other !== undefined) return 'the file must contain one rule';
    if (rule.id !== original.id) {
      return `the id must stay "${original.id}", because decisions and origins are stored under it`;
    }
    return { ...rule, file: original.file };
  } catch (error) {
    if (!RefbenchError.isInstance(error)) throw error;
    return error.message.replaceAll(path, original.file).replaceAll(folder, 'the edited file');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
