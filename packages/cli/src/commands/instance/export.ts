import { resolve } from 'node:path';
import type { Command } from 'commander';
import { exportInstance, selectInstances } from '@refbench/instances';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly out: string;
}

export function addInstanceExportCommand(instance: Command): void {
  const command = instance
    .command('export <instance...>')
    .description('copy instances with their rules and all their scripts, so that they stand alone')
    .requiredOption('--out <dir>', 'folder for instances/ and rules/');
  addWorkspaceOptions(command, { instances: 'read' }).action(
    async (patterns: readonly string[], options: Options) => {
      const folder = resolve(options.out);
      for (const entry of await selectInstances(workspaceOf(options), patterns)) {
        const { dir } = await exportInstance(entry, folder);
        process.stdout.write(`${dir}\n`);
      }
    },
  );
}
