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

/** `report` is for runs and leaves its files beside the first; `stats` reads anything and asks where. */
export function addReportCommands(program: Command, setExitCode: (code: number) => void): void {
  const report = program
    .command('report <run...>')
    .description('tables, tests and figures of one or more runs');
  addOptions(report).action(async (runs: readonly string[], options: Options) => {
    const paths = await Promise.all(runs.map((run) => sourcePath(options.runsDir, run)));
    const beside = join(paths[0] ?? '.', 'report');
    setExitCode(await reportOn(paths, options.out ?? beside, options));
  });
  const stats = program
    .command('stats <results>')
    .description('the same for a results.jsonl of the published format, or the folder of a run');
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
        'paper: no title or digest, as wide as a column or a page',
      )
        .choices(FIGURE_STYLES)
        .default('web'),
    )
    .option('--all-tables', 'also the long tables', false);
}

/** Tables that fit a screen; the others are in the files. */
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
    process.stderr.write(`${names.length} files in ${out}, ${figures} figures among them\n`);
  }
  return report.publishable ? EXIT_CODES.ok : EXIT_CODES['infra-incomplete'];
}
