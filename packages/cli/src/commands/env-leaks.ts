import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { checkLeaks, discardRefused } from '@refbench/env-builder';
import { openInstanceRepository } from '@refbench/instances';
import { addBuildOptions, type BuildCommandOptions } from '../options/build-options.ts';
import { forEachInstance } from '../actions/each-instance.ts';
import { leakTable } from '../terminal/leak-table.ts';
import { addSelectionOptions } from '../options/selection-options.ts';
import { addWorkspaceOptions, type WorkspaceOptions } from '../options/workspace-options.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly again: boolean;
  readonly discard: boolean;
  readonly json: boolean;
}

export function addEnvLeaksCommand(env: Command, setExitCode: (code: number) => void): void {
  const command = env
    .command('leaks')
    .description('search the images of instances for traces of golden and for secrets of this host')
    .argument('<instance...>', 'ids, globs or sets')
    .option('--again', 'search again images that were already searched', false)
    .option('--discard', 'remove the images that were refused, instead of a search', false)
    .option('--json', 'print the reports as JSON lines on standard output', false);
  addSelectionOptions(command);
  addBuildOptions(addWorkspaceOptions(command)).action(
    async (patterns: readonly string[], options: Options) => {
      await forEachInstance(patterns, options, async (session) => {
        const { engine, entry, build, signal, onProgress } = session;
        await using repository = await openInstanceRepository(session);
        const { instance, dir } = entry;
        const leakOptions = { ...build, signal, onProgress };
        const request = { engine, instance, instanceDir: dir, repository, options: leakOptions };
        if (options.discard) {
          session.say((await discardRefused(request)) ? 'removed' : 'no refused image');
          return;
        }
        const { leaks } = await checkLeaks(request, { again: options.again });
        if (options.json) process.stdout.write(`${JSON.stringify(leaks)}\n`);
        else process.stdout.write(`${leakTable(leaks)}\n`);
        if (!leaks.clean) setExitCode(EXIT_CODES.image);
      });
    },
  );
}
