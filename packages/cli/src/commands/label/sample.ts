import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import { writeFileAtomic } from '@refbench/base';
import { cellText, projectOf, quotaSample, readRows, type Row } from '@refbench/labeling';
import { readIds } from '../../options/label-tasks.ts';
import { natural, positive } from '../../options/number-options.ts';
import { textTable } from '../../terminal/terminal-text.ts';

interface Options {
  readonly to: string;
  readonly quota: number;
  readonly seed: number;
  readonly where: readonly Condition[];
  readonly exclude?: string;
  readonly json: boolean;
}

interface Condition {
  readonly column: string;
  readonly value: string;
}

export function addLabelSampleCommand(label: Command): void {
  label
    .command('sample <rows>')
    .description('draw a fixed number of rows of each project, or all if there are fewer')
    .requiredOption('--to <file>', 'output file for the drawn rows, as JSON Lines')
    .option('--quota <n>', 'rows per project', positive, 10)
    .option('--seed <n>', 'seed of the sample', natural, 0)
    .option('--where <column=value>', 'only rows with this value (repeatable)', collectWhere, [])
    .option('--exclude <file>', 'rows used to write the prompts; they are not drawn')
    .option('--json', 'print the counts as one JSON object on standard output', false)
    .action(async (file: string, options: Options) => {
      const all = await readRows(resolve(file));
      const usedForPrompts = await readIds(options.exclude);
      const fitting = all.filter((row) =>
        options.where.every(({ column, value }) => cellText(row, column) === value),
      );
      const items = fitting.map((row, at) => itemOf(row, at, file));
      const open = items.filter(({ id }) => !usedForPrompts.has(id));
      const { chosen, projects } = quotaSample(open, options.quota, options.seed);
      const lines = chosen.map(({ row }) => `${JSON.stringify(row)}\n`);
      await writeFileAtomic(resolve(options.to), lines.join(''));
      const keptOut = items.length - open.length;
      const shown = { rows: all.length, fitting: fitting.length, kept_out: keptOut };
      const result = { ...shown, chosen: chosen.length, projects };
      process.stdout.write(options.json ? `${JSON.stringify(result)}\n` : describe(result));
    });
}

function describe(result: {
  readonly fitting: number;
  readonly kept_out: number;
  readonly chosen: number;
  readonly projects: ReturnType<typeof quotaSample>['projects'];
}): string {
  const rows = result.projects.map(({ project, of, chosen }) => [
    project,
    String(of),
    String(chosen),
  ]);
  const keptOut =
    result.kept_out === 0
      ? ''
      : `${result.kept_out} rows excluded because the prompts were written with them\n`;
  return `${textTable([['project', 'rows', 'drawn'], ...rows])}\n${result.chosen} of ${result.fitting} rows drawn\n${keptOut}`;
}

function itemOf(
  row: Row,
  at: number,
  file: string,
): { readonly id: string; readonly project: string; readonly row: Row } {
  const id = row['instance_id'];
  const project = projectOf(row);
  if (typeof id === 'string' && project !== undefined) return { id, project, row };
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${file}: row ${at + 1} has no project`,
    hint: 'each row needs instance_id, and either repo or an id such as owner__name-123',
  });
}

function collectWhere(value: string, previous: readonly Condition[]): readonly Condition[] {
  const [, column, wanted] = /^([^=]+)=(.*)$/s.exec(value) ?? [];
  if (column === undefined || wanted === undefined) {
    throw new InvalidArgumentError('use the form column=value');
  }
  return [...previous, { column, value: wanted }];
}
