import { basename, join } from 'node:path';
import { Option, type Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import {
  buildReport,
  FIGURE_STYLES,
  combinePieces,
  matchedSubset,
  originLines,
  readResults,
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
    .option('--all-tables', 'also print the long tables', false);
}

/** Tables that fit on a screen; the others are only written to files. */
const SHORT =
  /^(?:scores|dropping|modes|mode-changes|sizes|repeats|ranks|groups|endings|usage|holes|voids|alignment-by)/;

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
    const tables = reportTables(report).filter(({ id }) => options.allTables || SHORT.test(id));
    const parts = [originLines(report).join('\n'), ...tables.map(renderText)];
    process.stdout.write(`${parts.join('\n\n')}\n`);
  }
  if (out !== undefined) {
    const names = files.map((file) => basename(file));
    const figures = names.filter((name) => name.endsWith('.svg')).length;
    process.stderr.write(`${names.length} files in ${out}, including ${figures} figures\n`);
  }
  return report.publishable ? EXIT_CODES.ok : EXIT_CODES['infra-incomplete'];
}
