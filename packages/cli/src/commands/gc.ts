import type { Command } from 'commander';
import { sweepBundles } from '@refbench/agents';
import { sweepSocketFolders } from '@refbench/models';
import { sweepScratch } from '@refbench/workspace';
import { connectEngine } from '@refbench/sandbox';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly dryRun: boolean;
  readonly all: boolean;
  readonly json: boolean;
}

export function addGcCommand(program: Command): void {
  const command = program
    .command('gc')
    .description('remove leftovers of killed runs and unused agent clients')
    .option('--dry-run', 'only list them', false)
    .option(
      '--all',
      'also remove what processes that have certainly ended left for other state folders',
      false,
    )
    .option('--json', 'print the list as JSON on standard output', false);
  addWorkspaceOptions(command).action(async (options: Options) => {
    const { stateDir } = workspaceOf(options);
    await using engine = await connectEngine({ stateDir });
    const { dryRun, all } = options;
    const swept = {
      ...(await engine.sweep({ dryRun, all })),
      sockets: await sweepSocketFolders(stateDir, dryRun),
      scratch: await sweepScratch(stateDir, dryRun),
    };
    const clients = await sweepBundles(stateDir, dryRun);
    const report = { ...swept, clients };
    if (options.json) {
      process.stdout.write(`${JSON.stringify(report)}\n`);
      return;
    }
    const verb = dryRun ? 'would remove' : 'removed';
    const left = Object.entries(swept).flatMap(([kind, names]) =>
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
