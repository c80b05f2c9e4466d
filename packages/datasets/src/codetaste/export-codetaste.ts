import type { RunPlan } from '@refbench/contracts';
import type { CatalogEntry } from '@refbench/instances';
import type { ExportedAttempt } from '@refbench/runner';
import { exportAttempt } from './export-attempt.ts';
import { exportInstance } from './export-instance.ts';
import { addToList } from './published-list.ts';

export interface ExportCodetasteOptions {
  /** The folder to write to. What is there already stays. */
  readonly folder: string;
  readonly plan: RunPlan;
  /** The instances of the run. */
  readonly entries: readonly CatalogEntry[];
  readonly attempts: AsyncIterable<ExportedAttempt>;
}

export interface ExportedCodetaste {
  readonly instances: number;
  readonly patches: number;
  /** Rules that OpenGrep or the evaluation of CodeTaste could not use, by instance. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/**
 * Writes a run in the layout that the programs of CodeTaste read: the list of instances, their texts and
 * rules, and the patches of the agents, which `refbench import codetaste` reads back.
 * @throws RefbenchError kind `usage` if the folder has another patch of the same agent
 */
export async function exportCodetaste(options: ExportCodetasteOptions): Promise<ExportedCodetaste> {
  const { folder, plan, entries } = options;
  const leftOut = new Map<string, number>();
  for (const entry of entries) {
    const without = await exportInstance(entry, folder);
    if (without > 0) leftOut.set(entry.instance.id, without);
  }
  await addToList(
    folder,
    entries.map(({ instance }) => instance),
  );
  const byId = new Map(entries.map(({ instance }) => [instance.id, instance]));
  let patches = 0;
  for await (const attempt of options.attempts) {
    const instance = byId.get(attempt.record.instance);
    if (instance === undefined) continue;
    await exportAttempt(attempt, { instance, plan, folder });
    patches += 1;
  }
  return { instances: entries.length, patches, leftOut };
}
