import { exists } from '@refbench/base';
import type { Track } from '@refbench/contracts';
import { readTask, type CatalogEntry } from '@refbench/instances';
import { loadRuleset } from '@refbench/rule-engine';

/**
 * Checks the files of instances that a run would read, as the run does.
 * @param options.unfinished whether instances may lack rules and task texts
 * @throws RefbenchError kind `invalid-file` on a missing task text or a rule that cannot be used
 */
export async function checkPlannedFiles(
  entries: readonly CatalogEntry[],
  {
    track,
    unfinished = false,
  }: { readonly track: Track; readonly unfinished?: boolean | undefined },
): Promise<void> {
  for (const entry of entries) {
    if (!unfinished) await readTask(entry, track);
    if (!unfinished || (await exists(entry.rulesDir))) await loadRuleset(entry.rulesDir);
  }
}
