import { loadRuleset, type Ruleset } from '@refbench/rule-engine';
import { writeSuggestion, type Suggestion } from '@refbench/rule-mining';
import { folderOf } from '@refbench/test-helpers';

/** Loads mined rules as a user would: from the files that the miner writes. */
export async function minedRuleset(suggestion: Suggestion): Promise<Ruleset> {
  await using folder = await folderOf({});
  await writeSuggestion(suggestion, folder.path);
  return await loadRuleset(folder.path);
}
