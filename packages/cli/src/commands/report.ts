import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Option, type Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { behaviourRows, behaviourTables, type RunView } from '@refbench/evidence';
import { countOf, renderCsv, writeFileAtomic } from '@refbench/base';
import {
  buildReport,
  type BuiltReport,
  type Table,
  headlineOf,
  summaryTable,
  withoutEmptyColumns,
  FIGURE_STYLES,
  combinePieces,
  matchedSubset,
  readResults,
  remarkLines,
  sourceLines,
  renderText,
  reportJson,
  reportTables,
  writeReportFiles,
  type FigureStyle,
} from '@refbench/reports';
import { writeReportPage } from '@refbench/web';
import {
  addReportOptions,
  reportOptionsOf,
  sourcePath,
  type ReportCommandOptions,
} from '../options/report-options.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { writeOut } from '../terminal/write-out.ts';
import { addCaseStudyCommand } from './case-study.ts';
import { addStatsKappaCommand } from './stats-kappa.ts';
import { addStatsSizesCommand } from './stats-sizes.ts';
import { addStatsPlanCommand } from './stats-plan.ts';

interface Options extends ReportCommandOptions {
  readonly allTables: boolean;
  readonly figureStyle: FigureStyle;
}

/**
 * Adds `report`, which writes its files to the first run, and `stats`, which reads any results and
 * writes to `--out`.
 */
export function addReportCommands(program: Command, setExitCode: (code: number) => void): void {
  const report = program
    .command('report <run...>')
    .description('write tables, tests and figures of one or more runs');
  addOptions(report).action(async (runs: readonly string[], options: Options) => {
    const paths = await Promise.all(runs.map((run) => sourcePath(options.runsDir, run)));
    const beside = join(paths[0] ?? '.', 'report');
    setExitCode(await reportOn(paths, options.out ?? beside, options));
  });
  addCaseStudyCommand(report);
  const stats = program
    .command('stats <results>')
    .description('report on a results.jsonl in the published format, or on the folder of a run');
  addOptions(stats).action(async (results: string, options: Options) => {
    const path = await sourcePath(options.runsDir, results);
    setExitCode(await reportOn([path], options.out, options));
  });
  addStatsPlanCommand(stats);
  addStatsKappaCommand(stats);
  addStatsSizesCommand(stats, setExitCode);
}

function addOptions(command: Command): Command {
  return addReportOptions(command)
    .addOption(
      new Option(
        '--figure-style <style>',
        'style of figures; paper: no title or digest, one column or one page wide',
      )
        .choices(FIGURE_STYLES)
        .default('web'),
    )
    .option('--all-tables', 'also print all tables that the files contain', false);
}

async function reportOn(
  paths: readonly string[],
  out: string | undefined,
  options: Options,
): Promise<number> {
  const read = await Promise.all(paths.map((path) => readResults(path, options.instancesDir)));
  const sets = options.matched ? matchedSubset(read) : read;
  const report = buildReport(sets, reportOptionsOf(options));
  const files = out === undefined ? [] : await writeReportFiles(out, report, options.figureStyle);
  const pages = out === undefined ? [] : await writePages(paths, out, options);
  if (out !== undefined) await writeBehaviours(out, pages);
  if (options.json) await writeOut(combinePieces(reportJson(report)));
  else {
    const parts = [
      [...headlineOf(report).map(terminalText), ...shortened(remarkLines(report))].join('\n'),
      renderText(withoutEmptyColumns(summaryTable(report))),
      sourceLines(report).join('\n'),
      ...(options.allTables ? allTables(report, pages).map(renderText) : []),
    ];
    process.stdout.write(`${parts.join('\n\n')}\n`);
  }
  if (out !== undefined) {
    const names = files.map((file) => basename(file));
    const figures = names.filter((name) => name.endsWith('.svg')).length;
    process.stderr.write(`${names.length} files in ${out}, including ${figures} figures\n`);
    for (const { path } of pages) process.stderr.write(`all evidence: ${path}\n`);
  }
  return report.publishable ? EXIT_CODES.ok : EXIT_CODES['infra-incomplete'];
}

/** Writes what agents did, one row per attempt with a trajectory. */
async function writeBehaviours(out: string, pages: readonly Page[]): Promise<void> {
  const rows = behaviourRows(pages.flatMap(({ view }) => view.attempts));
  if (rows.length > 0) await writeFileAtomic(join(out, 'behaviour.csv'), renderCsv(rows));
}

function allTables(report: BuiltReport, pages: readonly Page[]): readonly Table[] {
  const attempts = pages.flatMap(({ view }) => view.attempts);
  return [...reportTables(report).map(withoutEmptyColumns), ...behaviourTables(attempts)];
}

interface Page {
  readonly path: string;
  readonly view: RunView;
}

/** Writes the page of each run; results in the published format have no evidence to show. */
async function writePages(
  paths: readonly string[],
  out: string,
  { instancesDir }: Options,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (const run of paths) {
    if (!(await stat(run)).isDirectory()) continue;
    const name = paths.length === 1 ? 'report.html' : `${basename(run)}.html`;
    const path = join(out, name);
    pages.push({ path, view: await writeReportPage({ run, instancesDir, path }) });
  }
  return pages;
}

const MOST_REMARKS = 10;

/** The first remarks; report.md has them all. */
function shortened(remarks: readonly string[]): readonly string[] {
  const left = remarks.length - MOST_REMARKS;
  return left <= 0
    ? remarks
    : [...remarks.slice(0, MOST_REMARKS), `report.md has ${countOf(left, 'more remark')}.`];
}
