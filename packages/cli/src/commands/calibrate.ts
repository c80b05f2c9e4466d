import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { DEFAULT_LIMITS, EXIT_CODES } from '@refbench/contracts';
import {
  BASELINE_RUNS,
  calibrate,
  newRunId,
  prepareEnvironment,
  publishBaseline,
  selectInstances,
} from '@refbench/runner';
import { connectEngine } from '@refbench/sandbox';
import { addBuildOptions, imageOptionsOf, type BuildCommandOptions } from '../build-options.ts';
import { calibrationTable } from '../calibration-table.ts';
import { twoStageSignals } from '../two-stage-signals.ts';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from '../workspace-options.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly k: number;
  readonly json: boolean;
  readonly published?: string;
  readonly writeBaseline: boolean;
}

export function addCalibrateCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('calibrate')
    .description(
      'run the suites of base and golden k times on this host; p_min and f_max come from it',
    )
    .argument('<instance...>', 'ids or globs')
    .option('-k <runs>', 'runs of each state', atLeastBaseline, BASELINE_RUNS)
    .option('--published <file>', 'counts of another host to compare with')
    .option('--write-baseline', 'write baseline.json beside the instance, to publish', false)
    .option('--json', 'the calibrations as JSON lines on standard output', false);
  addBuildOptions(addWorkspaceOptions(command)).action(
    async (patterns: readonly string[], options: Options) => {
      const workspace = workspaceOf(options);
      const entries = await selectInstances(workspace, patterns);
      await using engine = await connectEngine({ stateDir: workspace.stateDir });
      const say = (message: string): void => void process.stderr.write(`${message}\n`);
      using signals = twoStageSignals(say);
      for (const entry of entries) {
        const onProgress = (message: string): void => say(`${entry.instance.id}  ${message}`);
        // A calibration is one thing: the first Ctrl-C already stops it, nothing half is kept.
        const signal = signals.drain;
        const build = await imageOptionsOf(options);
        await using prepared = await prepareEnvironment({
          workspace,
          engine,
          entry,
          build,
          signal,
          onProgress,
        });
        const { grade: limits } = DEFAULT_LIMITS;
        const run = newRunId();
        const calibration = await calibrate({
          prepared,
          k: options.k,
          limits,
          run,
          signal,
          onProgress,
          ...(options.published === undefined ? {} : { published: resolve(options.published) }),
        });
        if (options.json) process.stdout.write(`${JSON.stringify(calibration)}\n`);
        else process.stdout.write(`${calibrationTable(calibration)}\n`);
        if (options.writeBaseline) say(`wrote ${await publishBaseline(entry.dir, calibration)}`);
        if (calibration.fault !== null) setExitCode(EXIT_CODES.image);
      }
    },
  );
}

function atLeastBaseline(value: string): number {
  const k = Number(value);
  if (!Number.isInteger(k) || k < BASELINE_RUNS) {
    throw new InvalidArgumentError(`give a number >= ${BASELINE_RUNS}`);
  }
  return k;
}
