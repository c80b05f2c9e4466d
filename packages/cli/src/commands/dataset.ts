import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { renderCsv, writeFileAtomic } from '@refbench/base';
import {
  buildDatasetReport,
  datasetFigures,
  datasetTables,
  drawFigure,
  FIGURE_STYLES,
  renderLatex,
  renderMarkdown,
  renderText,
  type DatasetReport,
  type FigureStyle,
} from '@refbench/reports';
import { listInstances, selectInstances, type CatalogEntry } from '@refbench/instances';
import { measureInstance, type InstanceMeasures } from '@refbench/datasets';
import { RefbenchError } from '@refbench/contracts';
import { interruptible } from '../options/mine-options.ts';
import { PartialResults } from '../actions/partial-results.ts';
import { addDatasetBuildCommand } from './dataset/build.ts';
import { addDatasetCanaryCommand } from './dataset/canary.ts';
import { addDatasetListCommand } from './dataset/list.ts';
import { addDatasetPullCommand } from './dataset/pull.ts';
import {
  addWorkspaceOptions,
  collectList,
  workspaceOf,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';
import { addDatasetCardCommand } from './dataset-card.ts';
import { addDatasetValidateCommand } from './dataset-validate.ts';

interface StatsOptions extends WorkspaceOptions {
  readonly instances?: readonly string[];
  readonly out?: string;
  readonly figureStyle: FigureStyle;
  readonly allTables: boolean;
  readonly json: boolean;
}

export function addDatasetCommand(program: Command, setExitCode: (code: number) => void): void {
  const dataset = program
    .command('dataset')
    .description('install, build and describe sets of instances');
  addDatasetPullCommand(dataset, setExitCode);
  addDatasetListCommand(dataset);
  addDatasetCanaryCommand(dataset);
  addDatasetBuildCommand(dataset, setExitCode);
  const stats = dataset
    .command('stats')
    .description(
      'show languages, categories, sizes of repositories and golden diffs, rules, and task texts',
    )
    .option('--instances <glob>', 'instances (repeatable, or a,b; default: all)', collectList)
    .option('--out <dir>', 'folder for JSON, Markdown, LaTeX, CSV, SVG and PNG files')
    .addOption(
      new Option(
        '--figure-style <style>',
        'style of figures; paper: no title or digest, one column wide',
      )
        .choices(FIGURE_STYLES)
        .default('web'),
    )
    .option('--all-tables', 'also print the table of all instances', false)
    .option('--json', 'print JSON on standard output instead of tables', false);
  addWorkspaceOptions(stats).action(async (options: StatsOptions) => {
    const code = await interruptible(async ({ drain, stop }) => {
      const partial = new PartialResults();
      const report = await reportOn(options, partial, AbortSignal.any([drain, stop]));
      const tables = datasetTables(report);
      if (options.json) process.stdout.write(`${JSON.stringify(report)}\n`);
      else {
        const shown = options.allTables ? tables : tables.slice(0, -1);
        process.stdout.write(`${shown.map(renderText).join('\n\n')}\n`);
      }
      if (options.out !== undefined) await writeFiles(options.out, report, options.figureStyle);
      for (const line of partial.lines()) process.stderr.write(`${line}\n`);
      return partial.exitCode;
    });
    setExitCode(code);
  });
  addDatasetCardCommand(dataset, setExitCode);
  addDatasetValidateCommand(dataset, setExitCode);
}

async function reportOn(
  options: StatsOptions,
  partial: PartialResults,
  signal: AbortSignal,
): Promise<DatasetReport> {
  const workspace = workspaceOf(options);
  const measured: InstanceMeasures[] = [];
  for (const entry of await readableEntries(options, partial)) {
    signal.throwIfAborted();
    const { id } = entry.instance;
    const one = await partial.attempt(id, () => measureInstance(workspace, entry, signal));
    if (one === undefined) continue;
    measured.push(one);
    process.stderr.write(`measured ${id} (${measured.length})\n`);
  }
  return buildDatasetReport(measured, partial.missing);
}

/** The selected instances whose files can be read. Without a selection, invalid ones are missing. */
async function readableEntries(
  options: StatsOptions,
  partial: PartialResults,
): Promise<readonly CatalogEntry[]> {
  const workspace = workspaceOf(options);
  if (options.instances !== undefined) return await selectInstances(workspace, options.instances);
  const { entries, broken } = await listInstances(workspace);
  for (const { id, reason: message } of broken) {
    const hint = 'correct the file; refbench dataset validate lists all problems';
    partial.add(id, new RefbenchError({ kind: 'invalid-file', message, hint }));
  }
  return entries.length > 0 ? entries : await selectInstances(workspace, ['*']);
}

async function writeFiles(
  folder: string,
  report: DatasetReport,
  style: FigureStyle,
): Promise<void> {
  const tables = datasetTables(report);
  const write = (name: string, data: string | Buffer): Promise<void> =>
    writeFileAtomic(join(folder, name), data);
  for (const figure of datasetFigures(report)) {
    const { id, svg, png } = await drawFigure(figure, style);
    await write(`${id}.svg`, svg);
    await write(`${id}.png`, png);
  }
  await write('dataset.md', tables.map(renderMarkdown).join('\n'));
  await write('dataset.tex', tables.map(renderLatex).join('\n'));
  await write(
    'dataset.csv',
    renderCsv(
      report.instances.map(({ diff, counted, words, ...rest }) => ({
        ...rest,
        diff_added: diff.added,
        diff_removed: diff.removed,
        counted_added: counted.added,
        counted_removed: counted.removed,
        words_instructed: words.instructed,
        words_open: words.open,
      })),
    ),
  );
  await write('dataset.json', `${JSON.stringify(report, null, 1)}\n`);
  process.stderr.write(`wrote tables and figures to ${folder}\n`);
}
