import { resolve } from 'node:path';
import type { Command } from 'commander';
import { writeFileAtomic } from '@refbench/base';
import { renderDatasetCard, type DatasetCard } from '@refbench/reports';
import { describeDataset } from '@refbench/datasets';
import { interruptible } from '../options/mine-options.ts';
import { PartialResults } from '../actions/partial-results.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly out?: string;
  readonly json: boolean;
}

/** Adds `dataset card`. It always describes all instances, because its digest is about all of them. */
export function addDatasetCardCommand(dataset: Command, setExitCode: (code: number) => void): void {
  const card = dataset
    .command('card')
    .description('write the card of the data set: counts, instances, licences, canary and digest')
    .option('--out <file>', 'write the card to this file instead of standard output')
    .option('--json', 'print the content of the card as JSON on standard output', false);
  addWorkspaceOptions(card).action(async (options: Options) => {
    const code = await interruptible(async ({ drain, stop }) => {
      const partial = new PartialResults();
      const described = await describeDataset(workspaceOf(options), {
        signal: AbortSignal.any([drain, stop]),
        attempt: (id, work) => partial.attempt(id, work),
        onMeasured: (id, of) => void process.stderr.write(`measured ${id} (${of})\n`),
      });
      const content: DatasetCard = {
        schema: 1,
        kind: 'refbench-dataset-card',
        dataset: described.dataset,
        digest: described.digest,
        instances: [...described.instances],
        missing: [...partial.missing],
      };
      const text = renderDatasetCard(content);
      if (options.out !== undefined) {
        await writeFileAtomic(resolve(options.out), text);
        process.stderr.write(`wrote ${options.out}\n`);
      }
      if (options.json) process.stdout.write(`${JSON.stringify(content)}\n`);
      else if (options.out === undefined) process.stdout.write(text);
      for (const line of partial.lines()) process.stderr.write(`${line}\n`);
      return partial.exitCode;
    });
    setExitCode(code);
  });
}
