import { exists } from '@refbench/base';
import type { Mode, Track } from '@refbench/contracts';
import { readTask, type CatalogEntry } from '@refbench/instances';
import { loadRuleset } from '@refbench/rule-engine';

export interface PlannedFiles {
  readonly track: Track;
  readonly mode: Mode;
  /** Whether instances may lack rules and task texts. */
  readonly unfinished?: boolean | undefined;
}

/**
 * Checks the files of instances that a run would read, as the run does.
 * @throws RefbenchError kind `invalid-file` on a missing task text or a rule that cannot be used
 */
export async function checkPlannedFiles(
  entries: readonly CatalogEntry[],
  { track, mode, unfinished = false }: PlannedFiles,
): Promise<void> {
  for (const entry of entries) {
    if (!unfinished) await readTask(entry, track);
    // Plans are made and judged by the instructed text.
    if (mode !== 'direct') await readTask(entry, 'instructed');
    if (!unfinished || (await exists(entry.rulesDir))) await loadRuleset(entry.rulesDir);
  }
}
