import type { Command } from 'commander';
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
    .description('remove the containers, volumes and files that killed runs left behind')
    .option('--dry-run', 'only list them', false)
    .option('--json', 'the list as JSON on standard output', false);
  addWorkspaceOptions(command).action(async (options: Options) => {
    const { stateDir } = workspaceOf(options);
    await using engine = await connectEngine({ stateDir });
    const swept = await engine.sweep({ dryRun: options.dryRun });
    const scratch = await sweepScratch(stateDir, options.dryRun);
    const report = { ...swept, scratch };
    if (options.json) {
      process.stdout.write(`${JSON.stringify(report)}\n`);
      return;
    }
    const verb = options.dryRun ? 'would remove' : 'removed';
    const found = Object.entries(report).flatMap(([kind, names]) =>
      names.map((name) => `${verb} ${kind.replace(/s$/, '')} ${name}\n`),
    );
    process.stderr.write(found.length === 0 ? 'nothing was left behind\n' : found.join(''));
  });
}
