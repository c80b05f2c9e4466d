import { countOf } from '@refbench/base';
import { exportCodetaste } from '@refbench/datasets';
import { selectInstances } from '@refbench/instances';
import { exportRun, readPlan } from '@refbench/runner';
import type { Workspace } from '@refbench/workspace';

export type WorkspaceFolders = Pick<Workspace, 'instancesDir' | 'rulesDir' | 'runsDir'>;

/** Writes a run to a folder for the programs of CodeTaste, and says on standard error what was written. */
export async function exportForCodetaste(
  run: string,
  workspace: WorkspaceFolders,
  folder: string,
): Promise<void> {
  const { runsDir } = workspace;
  const plan = await readPlan(runsDir, run);
  const exported = await exportCodetaste({
    folder,
    plan,
    entries: await selectInstances(workspace, plan.instances),
    attempts: exportRun(runsDir, run),
  });
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  for (const [instance, rules] of exported.leftOut) {
    const reason = 'no rules of OpenGrep with counts of matches';
    say(`${instance}: ${countOf(rules, 'rule')} left out: ${reason}`);
  }
  const instances = countOf(exported.instances, 'instance');
  say(`${instances} with ${countOf(exported.patches, 'prediction')} in ${folder}`);
}
