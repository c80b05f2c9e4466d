import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { checkLeaks } from '@refbench/env-builder';
import { openInstanceRepository, selectInstances } from '@refbench/runner';
import { connectEngine } from '@refbench/sandbox';
import { addBuildOptions, imageOptionsOf, type BuildCommandOptions } from '../build-options.ts';
import { leakTable } from '../leak-table.ts';
import { twoStageSignals } from '../two-stage-signals.ts';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from '../workspace-options.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly again: boolean;
  readonly json: boolean;
}

export function addEnvLeaksCommand(env: Command, setExitCode: (code: number) => void): void {
  const command = env
    .command('leaks')
    .description('what the images of instances give away: of golden, and of secrets of this host')
    .argument('<instance...>', 'ids or globs')
    .option('--again', 'search images that were searched before', false)
    .option('--json', 'the reports as JSON lines on standard output', false);
  addBuildOptions(addWorkspaceOptions(command)).action(
    async (patterns: readonly string[], options: Options) => {
      const workspace = workspaceOf(options);
      const entries = await selectInstances(workspace, patterns);
      await using engine = await connectEngine({ stateDir: workspace.stateDir });
      const say = (message: string): void => void process.stderr.write(`${message}\n`);
      using signals = twoStageSignals(say);
      const build = { ...(await imageOptionsOf(options)), signal: signals.drain, onProgress: say };
      for (const entry of entries) {
        await using repository = await openInstanceRepository({
          workspace,
          entry,
          signal: signals.drain,
        });
        const { instance, dir } = entry;
        const request = { engine, instance, instanceDir: dir, repository, options: build };
        const { leaks } = await checkLeaks(request, { again: options.again });
        if (options.json) process.stdout.write(`${JSON.stringify(leaks)}\n`);
        else process.stdout.write(`${leakTable(leaks)}\n`);
        if (!leaks.clean) setExitCode(EXIT_CODES.image);
      }
    },
  );
}
