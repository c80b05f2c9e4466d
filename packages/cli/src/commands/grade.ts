import type { Command } from 'commander';
import { newRunId, predictionContestants } from '@refbench/runner';
import { addBuildOptions } from '../build-options.ts';
import { addRunOptions, runContestants, type RunCommandOptions } from '../run-contestants.ts';
import { addWorkspaceOptions } from '../workspace-options.ts';

interface Options extends RunCommandOptions {
  readonly predictions: string;
}

export function addGradeCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('grade')
    .description('score patches that are there already')
    .requiredOption(
      '--predictions <file|golden|nop>',
      'JSONL with instance_id, model_name_or_path and model_patch; or golden; or nop',
    );
  addRunOptions(command);
  addBuildOptions(addWorkspaceOptions(command)).action(async (options: Options) => {
    const contestants = await predictionContestants(options.predictions);
    const run = options.runId ?? newRunId();
    setExitCode(await runContestants(run, contestants, options, undefined, undefined, true));
  });
}
