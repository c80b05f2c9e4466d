import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '@refbench/base';
import { RefbenchError, type InstanceDetails, type Track } from '@refbench/contracts';
import { languagesOf, loadRuleset, type Ruleset } from '@refbench/rule-engine';
import { newestBaseline } from '../baseline/newest-baseline.ts';
import { readTask, type CatalogEntry } from '../instance-catalog.ts';
import type { Workspace } from '@refbench/workspace';

/** Describes an instance without building or fetching anything. */
export async function instanceDetails(
  workspace: Workspace,
  entry: CatalogEntry,
): Promise<InstanceDetails> {
  const { instance, dir } = entry;
  const tasks = {
    instructed: await taskOf(entry, 'instructed'),
    open: await taskOf(entry, 'open'),
  };
  const { ruleset, problem } = await rulesOf(entry);
  const environment = (await readdir(join(dir, 'environment')).catch((): string[] => [])).sort();
  const baseline = await newestBaseline(workspace.stateDir, instance.id);
  const rules = (['additive', 'reductive'] as const).flatMap((side) =>
    (ruleset?.[side] ?? []).map((rule) => ({
      id: rule.id,
      side,
      languages: [...languagesOf(rule)],
      message: rule.message,
    })),
  );
  return {
    instance,
    folder: dir,
    tasks,
    rules,
    rules_problem: problem,
    baseline:
      baseline === undefined
        ? null
        : { ...baseline.bounds, runs: baseline.base.length + baseline.golden.length },
    environment,
    missing: [
      ...(tasks.instructed === null ? ['task.instructed.md: refbench task write'] : []),
      ...(tasks.open === null ? ['task.open.md: refbench task write'] : []),
      ...(rules.length === 0 ? ['rules: refbench rules register'] : []),
      ...(instance.no_tests === undefined && environment.length === 0
        ? ['environment/: refbench env build']
        : []),
      ...(instance.no_tests === undefined && baseline === undefined
        ? ['a baseline of this host: refbench calibrate']
        : []),
    ],
  };
}

async function taskOf(entry: CatalogEntry, track: Track): Promise<string | null> {
  try {
    return await readTask(entry, track);
  } catch (error) {
    if (RefbenchError.isInstance(error)) return null;
    throw error;
  }
}

async function rulesOf({ rulesDir }: CatalogEntry): Promise<{
  readonly ruleset: Ruleset | undefined;
  readonly problem: string | null;
}> {
  if (!(await exists(rulesDir))) {
    return { ruleset: undefined, problem: null };
  }
  try {
    return { ruleset: await loadRuleset(rulesDir), problem: null };
  } catch (error) {
    if (!RefbenchError.isInstance(error)) throw error;
    return { ruleset: undefined, problem: error.message };
  }
}
