import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Labels } from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/base';
import {
  cellText,
  datasetRows,
  labelsOfFolder,
  questionnaireCsv,
  readLabelFolder,
  readRows,
  type Row,
} from '@refbench/labeling';

interface Options {
  readonly to: string;
  readonly rows?: string;
  readonly kept: boolean;
  readonly questionnaire: boolean;
}

export function addLabelExportCommand(label: Command): void {
  label
    .command('export <folder>')
    .description('write the labels of a run as a dataset, or as a questionnaire for people')
    .requiredOption('--to <file>', 'JSON Lines, one row per instance; CSV for a questionnaire')
    .option('--rows <file>', 'the labelled rows; their columns are copied to the output')
    .option('--kept', 'only instances that the filter keeps and that are not controversial', false)
    .option(
      '--questionnaire',
      'write rationales with empty cells for two raters and an adjudicator',
      false,
    )
    .action(async (folder: string, options: Options) => {
      const labels = labelsOfFolder(await readLabelFolder(resolve(folder)));
      const { text, count } = options.questionnaire
        ? { text: questionnaireCsv(labels), count: labels.length }
        : await dataset(labels, options);
      await writeFileAtomic(resolve(options.to), text);
      process.stderr.write(`${count} of ${labels.length} instances in ${options.to}\n`);
    });
}

async function dataset(
  labels: readonly Labels[],
  { rows: file, kept }: Options,
): Promise<{ readonly text: string; readonly count: number }> {
  const sources = file === undefined ? [] : await readRows(resolve(file));
  const byId = new Map(sources.map((row): [string, Row] => [cellText(row, 'instance_id'), row]));
  const rows = datasetRows(labels, byId, kept);
  return { text: rows.map((row) => `${JSON.stringify(row)}\n`).join(''), count: rows.length };
}
