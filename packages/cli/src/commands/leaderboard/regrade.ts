import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Score } from '@refbench/contracts';
import { storedSeed } from '@refbench/environments';
import type { OpenedBundle } from '@refbench/leaderboard';
import { verifyRun } from '@refbench/runner';
import { connectEngine } from '@refbench/sandbox';
import { imageOptionsOf, type BuildCommandOptions } from '../../options/build-options.ts';
import { runView } from '../../terminal/run-view.ts';
import { twoStageSignals } from '../../terminal/two-stage-signals.ts';
import { workspaceOf, type WorkspaceOptions } from '../../options/workspace-options.ts';

/** What grading decides. It is left out, so that everything is graded again. */
const GRADED: ReadonlySet<string> = new Set([
  'score.json',
  'tests.json',
  'tests.log',
  'controls.json',
  'rules.sarif',
]);

/** Grades the patches of some instances of a submission again, in a folder that is removed. */
export async function regrade(
  { plan, files }: OpenedBundle,
  instances: readonly string[],
  options: WorkspaceOptions & BuildCommandOptions,
): Promise<readonly Score[]> {
  const workspace = workspaceOf(options);
  await mkdir(workspace.stateDir, { recursive: true });
  const runsDir = await mkdtemp(join(workspace.stateDir, 'submission-'));
  try {
    for (const [path, content] of files) {
      const [folder, ...rest] = path.split('/');
      const name = rest.at(-1) ?? '';
      if (folder !== 'run' || GRADED.has(name) || name === 'events.jsonl') continue;
      if (rest.length > 1 && !instances.includes(rest[0] ?? '')) continue;
      const target = join(runsDir, plan.run, ...rest);
      await mkdir(dirname(target), { recursive: true });
      const isPlan = rest.length === 1 && name === 'run.json';
      await writeFile(target, isPlan ? JSON.stringify({ ...plan, instances }) : content);
    }
    await using engine = await connectEngine({ stateDir: workspace.stateDir });
    using view = runView({ json: false });
    using signals = twoStageSignals((message) => view.say(message));
    if ((await storedSeed(workspace.stateDir)) === undefined) {
      view.say(
        'This host has no private seed, so a patch can know the faults that are planted. Boards create one: refbench leaderboard seed',
      );
    }
    const result = await verifyRun({
      run: plan.run,
      workspace: { ...workspace, runsDir },
      engine,
      build: await imageOptionsOf(options),
      drain: signals.drain,
      stop: signals.stop,
      listener: view.listener,
    });
    return result.scores;
  } finally {
    await rm(runsDir, { recursive: true, force: true });
  }
}
