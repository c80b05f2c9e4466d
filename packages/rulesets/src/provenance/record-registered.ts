import { loadRuleset } from '@refbench/rule-engine';
import { recordProvenance } from './provenance-file.ts';
import { provenanceEntries, type OriginOptions } from './rule-origin.ts';

/**
 * Records the origin of rules that were just added to a ruleset.
 * @param rulesDir folder of the ruleset
 * @param ids ids of the added rules; without any, nothing is written
 * @throws RefbenchError kind `invalid-file` if the ruleset cannot be read
 */
export async function recordRegistered(
  rulesDir: string,
  ids: Iterable<string>,
  origin: OriginOptions,
): Promise<void> {
  const added = new Set(ids);
  if (added.size === 0) return;
  const { additive, reductive } = await loadRuleset(rulesDir);
  const rules = [...additive, ...reductive].filter(({ id }) => added.has(id));
  await recordProvenance(rulesDir, provenanceEntries(rules, origin));
}
