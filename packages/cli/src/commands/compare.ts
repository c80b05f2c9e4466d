import type { Command } from 'commander';
import {
  buildComparison,
  comparisonTables,
  matchedSubset,
  readResults,
  renderText,
  writeComparisonFiles,
} from '@refbench/reports';
import {
  addReportOptions,
  reportOptionsOf,
  sourcePath,
  type ReportCommandOptions,
} from '../options/report-options.ts';

interface Options extends ReportCommandOptions {
  readonly agentA?: string;
  readonly agentB?: string;
  readonly track?: string;
  readonly trackB?: string;
  readonly mode?: string;
  readonly modeB?: string;
}

export function addCompareCommand(program: Command): void {
  const command = program
    .command('compare <a> <b>')
    .description('compare two agents on their common instances; A and B may be the same run')
    .option('--agent-a <agent>', 'agent of A, if it has several')
    .option('--agent-b <agent>', 'agent of B, if it has several')
    .option('--track <track>', 'track, if a source has several')
    .option('--mode <mode>', 'mode, if a source has several')
    .option('--track-b <track>', 'track of B, if it differs')
    .option('--mode-b <mode>', 'mode of B, if it differs');
  addReportOptions(command).action(async (a: string, b: string, options: Options) => {
    const { agentA, agentB, track, mode, trackB = track, modeB = mode } = options;
    const read = await Promise.all(
      [a, b].map(async (name) =>
        readResults(await sourcePath(options.runsDir, name), options.instancesDir),
      ),
    );
    const [first, second] = options.matched ? matchedSubset(read) : read;
    if (first === undefined || second === undefined) throw new Error('both sides were read');
    const comparison = buildComparison(
      { set: first, choice: { agent: agentA, track, mode } },
      { set: second, choice: { agent: agentB, track: trackB, mode: modeB } },
      reportOptionsOf(options),
    );
    if (options.json) process.stdout.write(`${JSON.stringify(comparison)}\n`);
    else process.stdout.write(`${comparisonTables(comparison).map(renderText).join('\n\n')}\n`);
    if (options.out !== undefined) await writeComparisonFiles(options.out, comparison);
  });
}
