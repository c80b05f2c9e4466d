import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Labels } from '@refbench/contracts';
import {
  keepVotesOfPeople,
  mergeRuns,
  readInstanceLabels,
  writeInstanceLabels,
} from '@refbench/labeling';
import { PathOption } from '../../command-line/path-option.ts';
import { labelTable } from '../../terminal/label-table.ts';

interface Options {
  readonly to: string;
  readonly instancesDir?: string;
  readonly json: boolean;
}

export function addLabelMergeCommand(label: Command): void {
  label
    .command('merge <folder...>')
    .description('join the votes of separate runs about the same tasks, and derive labels from all')
    .addOption(
      new PathOption(
        '--to <dir>',
        'new folder, for label review, export and evaluate',
        'write-folder',
      ).makeOptionMandatory(),
    )
    .addOption(
      new PathOption(
        '--instances-dir <dir>',
        'also write labels.json of the labelled instances in this folder',
        'write-folder',
      ),
    )
    .option('--json', 'print one JSON object per task on standard output', false)
    .action(async (folders: readonly string[], options: Options) => {
      const to = resolve(options.to);
      const { plan, labels } = await mergeRuns(
        folders.map((folder) => resolve(folder)),
        to,
      );
      if (options.instancesDir !== undefined) {
        await writeInstances(resolve(options.instancesDir), labels);
      }
      if (options.json) {
        for (const one of labels) process.stdout.write(`${JSON.stringify(one)}\n`);
      } else process.stdout.write(`${labelTable(labels)}\n`);
      const models = new Set([plan.models.issue, plan.models.tests, plan.models.effort].flat());
      process.stderr.write(
        `${labels.length} tasks, votes of ${[...models].sort().join(', ')} in ${options.to}\n`,
      );
    });
}

/** Writes the labels beside instances, and keeps the votes of people. */
async function writeInstances(folder: string, all: readonly Labels[]): Promise<void> {
  for (const labels of all) {
    const dir = join(folder, labels.instance);
    if (!existsSync(join(dir, 'instance.yaml'))) continue;
    const stored = await readInstanceLabels(dir);
    await writeInstanceLabels(dir, keepVotesOfPeople(labels, stored));
  }
}
