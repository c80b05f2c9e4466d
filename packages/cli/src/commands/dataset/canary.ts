import type { Command } from 'commander';
import { markDataset } from '@refbench/datasets';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly json: boolean;
}

export function addDatasetCanaryCommand(dataset: Command): void {
  const canary = dataset
    .command('canary')
    .description('write the canary of the data set into every task text and rule file')
    .option('--json', 'print one JSON object on standard output', false);
  addWorkspaceOptions(canary, { instances: 'write', rules: 'write' }).action(
    async (options: Options) => {
      const { files, changed } = await markDataset(workspaceOf(options));
      const output = { schema: 1, kind: 'refbench-dataset-canary', files, changed };
      const text = `the canary is in ${files} files, of which ${changed} lacked it`;
      process.stdout.write(`${options.json ? JSON.stringify(output) : text}\n`);
    },
  );
}
