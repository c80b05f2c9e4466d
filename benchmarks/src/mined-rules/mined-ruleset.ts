import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadRuleset, type Ruleset } from '@refbench/rule-engine';
import { writeSuggestion, type Suggestion } from '@refbench/rule-mining';

/** Loads mined rules as a user would: from the files that the miner writes. */
export async function minedRuleset(suggestion: Suggestion): Promise<Ruleset> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-mined-'));
  try {
    await writeSuggestion(suggestion, folder);
    return await loadRuleset(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
