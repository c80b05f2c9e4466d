import { rename, rm } from 'node:fs/promises';
import { exists } from '@refbench/base';
import { originOf, provenanceEntries, readProvenance, recordProvenance } from '@refbench/rulesets';
import { loadRuleset, repositoryContext } from '@refbench/rule-engine';
import {
  DEFAULT_LIMIT,
  suggestRules,
  writeSuggestion,
  type Suggestion,
} from '@refbench/rule-mining';
import { openInstanceRepository } from '@refbench/instances';
import { readTaskText } from '@refbench/tasks';
import type { GateContext } from '../admission/gate.ts';
import { checkRules, scanOptionsOf } from '../admission/rules-gate.ts';
import { easyRules } from './easy-rules.ts';
import type { StepResult } from './steps.ts';

/** Writes a ruleset to a folder. What a killed command left there is continued or replaced. */
export type RuleWriter = (context: GateContext, folder: string) => Promise<void>;

/** Makes the ruleset and checks it. One that a person wrote or corrected, or a model wrote, stays as it is. */
export async function rulesStep(context: GateContext, write: RuleWriter): Promise<StepResult> {
  const { rulesDir } = context.entry;
  if (!(await exists(rulesDir)) || (await isAsMined(rulesDir))) {
    const partial = `${rulesDir}.partial`;
    await write(context, partial);
    await rm(rulesDir, { recursive: true, force: true });
    if (!(await exists(partial))) return { kind: 'dropped', reason: 'no rule was found' };
    await rename(partial, rulesDir);
  }
  const { passed, problems, notes } = await checkRules(context);
  if (!passed) return { kind: 'dropped', reason: problems.join('; ') };
  return { kind: 'done', note: notes.join('; ') };
}

/** Whether a ruleset is what the miner wrote. A later version of it may find more. */
async function isAsMined(folder: string): Promise<boolean> {
  try {
    const { additive, reductive } = await loadRuleset(folder);
    const provenance = await readProvenance(folder);
    const rules = [...additive, ...reductive];
    const mined = rules.filter((rule) => originOf(provenance, rule)?.by.kind === 'miner');
    return mined.length === rules.length && rules.length === provenance.rules.length;
  } catch {
    // Whoever is in the middle of a correction wants to see what is wrong with it.
    return false;
  }
}

/** Mines the rules from base and golden, without a model. */
export async function mineRules(context: GateContext, folder: string): Promise<void> {
  const { workspace, entry, signal, onProgress } = context;
  await using repository = await openInstanceRepository({ workspace, entry, signal });
  const trees = await repositoryContext(repository, entry.instance);
  const suggestion = await suggestRules(trees, {
    limit: DEFAULT_LIMIT,
    task: await readTaskText(entry.dir, 'instructed'),
    scan: { ...scanOptionsOf(context) },
    onProgress,
  });
  if (suggestion.rules.length === 0) return;
  const write = async (rules: Suggestion['rules']): Promise<void> => {
    await rm(folder, { recursive: true, force: true });
    await writeSuggestion({ ...suggestion, rules }, folder);
  };
  await write(suggestion.rules);
  const easy = await easyRules(trees, await loadRuleset(folder), scanOptionsOf(context));
  const rules = suggestion.rules.filter(({ rule }) => !easy.has(rule.id));
  if (easy.size > 0) {
    onProgress(`${easy.size} rules are left out, because renaming alone satisfies them`);
    await write(rules);
  }
  const mined = rules.map(({ rule }) => rule);
  await recordProvenance(
    folder,
    provenanceEntries(mined, { by: { kind: 'miner' }, how: 'suggest' }),
  );
}
