import type { Command } from 'commander';
import { verifyRun } from '@refbench/runner';
import { connectEngine } from '@refbench/sandbox';
import {
  addBuildOptions,
  imageOptionsOf,
  type BuildCommandOptions,
} from '../options/build-options.ts';
import { openLog } from '../terminal/log-file.ts';
import { finishRun } from '../actions/run-submissions.ts';
import { runView } from '../terminal/run-view.ts';
import { twoStageSignals } from '../terminal/two-stage-signals.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly json: boolean;
}

export function addVerifyCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('verify')
    .description('run the integrity checks that a run skipped with --controls fast or none')
    .argument('<run>', 'name of the run')
    .option('--json', 'print events and scores as JSON lines on standard output', false);
  addBuildOptions(addWorkspaceOptions(command)).action(async (run: string, options: Options) => {
    const workspace = workspaceOf(options);
    await using engine = await connectEngine({ stateDir: workspace.stateDir });
    using view = runView({ json: options.json });
    using signals = twoStageSignals((message) => view.say(message));
    using log = await openLog({ ...workspace, run }, options.logLevel);
    const build = await imageOptionsOf(options);
    const result = await log.during(async () =>
      verifyRun({
        run,
        workspace,
        engine,
        build,
        drain: signals.drain,
        stop: signals.stop,
        listener: (event) => {
          log.write(event);
          view.listener(event);
        },
      }),
    );
    view[Symbol.dispose]();
    setExitCode(await finishRun(result, options.json));
  });
}
