import type { Command } from 'commander';
import { listDatasets, type DatasetList } from '@refbench/datasets';
import { NO_DATASET } from '../../actions/first-steps.ts';
import { terminalText } from '../../terminal/terminal-text.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly json: boolean;
}

export function addDatasetListCommand(dataset: Command): void {
  const list = dataset
    .command('list')
    .description(
      'show the data set of this workspace: version, digest, source, and what was changed',
    )
    .option('--json', 'print one JSON object on standard output', false);
  addWorkspaceOptions(list, { instances: 'read', rules: 'read' }).action(
    async (options: Options) => {
      const found = await listDatasets(workspaceOf(options));
      const output = { schema: 1, kind: 'refbench-dataset-list', ...found };
      process.stdout.write(`${options.json ? JSON.stringify(output) : textOf(found)}\n`);
      if (found.datasets.length === 0) process.stderr.write(`${NO_DATASET}\n`);
    },
  );
}

function textOf({ datasets, others }: DatasetList): string {
  const lines = datasets.flatMap(({ name, version, digest, source, instances, changed }) => [
    `${name} ${version}  ${digest ?? 'without a card'}`,
    `  source     ${source === null ? 'the files of this workspace' : terminalText(source)}`,
    `  instances  ${instances}`,
    ...(changed === null || changed.length === 0
      ? []
      : [`  changed    ${changed.map(terminalText).join(', ')}`]),
  ]);
  const rest = `instances of no data set: ${others.length === 0 ? 'none' : others.join(', ')}`;
  return [...lines, rest].join('\n');
}
