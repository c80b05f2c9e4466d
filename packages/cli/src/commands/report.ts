import { basename, join } from 'node:path';
import { Option, type Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import {
  buildReport,
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
import {
  addReportOptions,
  reportOptionsOf,
  sourcePath,
  type ReportCommandOptions,
} from '../report-options.ts';
import { terminalText } from '../terminal-text.ts';
import { writeOut } from '../write-out.ts';
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
  const stats = program
    .command('stats <results>')
    .description('report on a results.jsonl in the published format, or on the folder of a run');
  addOptions(stats).action(async (results: string, options: Options) => {
    const path = await sourcePath(options.runsDir, results);
    setExitCode(await reportOn([path], options.out, options));
  });
  addStatsPlanCommand(stats);
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
  if (options.json) await writeOut(combinePieces(reportJson(report)));
  else {
    const parts = [
      [...headlineOf(report).map(terminalText), ...shortened(remarkLines(report))].join('\n'),
      renderText(withoutEmptyColumns(summaryTable(report))),
      sourceLines(report).join('\n'),
      ...(options.allTables ? reportTables(report).map(withoutEmptyColumns).map(renderText) : []),
    ];
    process.stdout.write(`${parts.join('\n\n')}\n`);
  }
  if (out !== undefined) {
    const names = files.map((file) => basename(file));
    const figures = names.filter((name) => name.endsWith('.svg')).length;
    process.stderr.write(`${names.length} files in ${out}, including ${figures} figures\n`);
  }
  return report.publishable ? EXIT_CODES.ok : EXIT_CODES['infra-incomplete'];
}

const MOST_REMARKS = 10;

/** The first remarks; report.md has them all. */
function shortened(remarks: readonly string[]): readonly string[] {
  const left = remarks.length - MOST_REMARKS;
  return left <= 0
    ? remarks
    : [...remarks.slice(0, MOST_REMARKS), `${left} more remark(s) are in report.md.`];
}
