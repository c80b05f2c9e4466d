import type { Command } from 'commander';
import { sweepBundles } from '@refbench/agents';
import { sweepScratch } from '@refbench/runner';
import { connectEngine } from '@refbench/sandbox';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from '../workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly dryRun: boolean;
  readonly json: boolean;
}

export function addGcCommand(program: Command): void {
  const command = program
    .command('gc')
    .description('remove leftovers of killed runs and unused agent clients')
    .option('--dry-run', 'only list them', false)
    .option('--json', 'print the list as JSON on standard output', false);
  addWorkspaceOptions(command).action(async (options: Options) => {
    const { stateDir } = workspaceOf(options);
    await using engine = await connectEngine({ stateDir });
    const swept = await engine.sweep({ dryRun: options.dryRun });
    const scratch = await sweepScratch(stateDir, options.dryRun);
    const clients = await sweepBundles(stateDir, options.dryRun);
    const report = { ...swept, scratch, clients };
    if (options.json) {
      process.stdout.write(`${JSON.stringify(report)}\n`);
      return;
    }
    const verb = options.dryRun ? 'would remove' : 'removed';
    const left = Object.entries({ ...swept, scratch }).flatMap(([kind, names]) =>
      names.map((name) => `${verb} ${kind.replace(/s$/, '')} ${name}\n`),
    );
    const old = clients.map(
      ({ name, bytes }) =>
        `${verb} client ${name} (${Math.ceil(bytes / 1e6)} MB): not a pinned version, unused for a day\n`,
    );
    const found = [...left, ...old];
    process.stderr.write(found.length === 0 ? 'nothing to remove\n' : found.join(''));
  });
}
