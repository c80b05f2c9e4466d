import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { DEFAULT_LIMITS, EXIT_CODES } from '@refbench/contracts';
import {
  BASELINE_RUNS,
  prepareEnvironment,
  publishBaseline,
  writeCoverage,
  type PreparedEnvironment,
} from '@refbench/instances';
import { machineFacts } from '@refbench/sandbox';
import { calibrate, measureCoverage, provideFaults } from '@refbench/environments';
import { addBuildOptions, type BuildCommandOptions } from '../options/build-options.ts';
import { calibrationTable } from '../terminal/calibration-table.ts';
import { forEachInstance, type InstanceSession } from '../actions/each-instance.ts';
import { addSelectionOptions } from '../options/selection-options.ts';
import { addWorkspaceOptions, type WorkspaceOptions } from '../options/workspace-options.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly k: number;
  readonly json: boolean;
  readonly published?: string;
  readonly writeBaseline: boolean;
  readonly faults: boolean;
  readonly faultsWanted: number;
  readonly faultMinutes: number;
  readonly coverage: boolean;
}

export function addCalibrateCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('calibrate')
    .description(
      'run the suites of base and golden k times on this host and derive p_min and f_max',
    )
    .argument('<instance...>', 'ids, globs or sets')
    .option('-k <runs>', 'runs of each state, 1 to 20', runsOfState, BASELINE_RUNS)
    .option('--published <file>', 'compare with the counts of another host')
    .option('--write-baseline', 'write baseline.json to the folder of the instance', false)
    .option(
      '--faults',
      'only search for faults that the suite detects, and write faults.json to the folder of the instance',
      false,
    )
    .option('--faults-wanted <n>', 'number of faults to keep', positive, 12)
    .option('--fault-minutes <n>', 'stop trying new faults after this time', positive, 60)
    .option(
      '--coverage',
      'only measure which lines of golden the suite executes, and write coverage.json to the folder of the instance',
      false,
    )
    .option('--json', 'print the calibrations as JSON lines on standard output', false);
  addSelectionOptions(command);
  addBuildOptions(addWorkspaceOptions(command)).action(
    async (patterns: readonly string[], options: Options) => {
      await forEachInstance(patterns, options, async (session) => {
        await using prepared = await prepareEnvironment(session);
        if (options.faults) return await writeFaultsOf(session, prepared, options);
        if (options.coverage) return await writeCoverageOf(session, prepared);
        const calibration = await calibrate({
          ...session,
          prepared,
          k: options.k,
          limits: DEFAULT_LIMITS.grade,
          ...(options.published === undefined ? {} : { published: resolve(options.published) }),
        });
        if (options.json) process.stdout.write(`${JSON.stringify(calibration)}\n`);
        else process.stdout.write(`${calibrationTable(calibration)}\n`);
        if (options.k < BASELINE_RUNS) {
          session.say(
            `k = ${options.k} is below the study's ${BASELINE_RUNS}: the next run of agents measures again`,
          );
        }
        if (options.writeBaseline) {
          session.say(
            `wrote ${await publishBaseline(session.entry.dir, calibration, await machineFacts())}`,
          );
        }
        if (calibration.fault !== null) setExitCode(EXIT_CODES.image);
      });
    },
  );
}

async function writeFaultsOf(
  session: InstanceSession,
  prepared: PreparedEnvironment,
  { faultsWanted, faultMinutes }: Options,
): Promise<void> {
  const { found, path } = await provideFaults({
    ...session,
    prepared,
    limits: DEFAULT_LIMITS.grade,
    wanted: faultsWanted,
    maxMs: faultMinutes * 6e4,
  });
  session.say(`${found.faults.length} faults kept of ${found.tried} tried; wrote ${path}`);
}

async function writeCoverageOf(
  session: InstanceSession,
  prepared: PreparedEnvironment,
): Promise<void> {
  const result = await measureCoverage({ ...session, prepared, limits: DEFAULT_LIMITS.grade });
  if (result.kind === 'unmeasured') return session.say(`not measured: ${result.reason}`);
  const { executed, executable } = result.coverage;
  const path = await writeCoverage(session.entry.dir, result.coverage);
  session.say(`${executed} of ${executable} executable lines that golden adds; wrote ${path}`);
}

function positive(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('specify a number of at least 1');
  return number;
}

const MAX_RUNS = 20;

function runsOfState(value: string): number {
  const k = Number(value);
  if (!/^\d+$/.test(value) || k < 1 || k > MAX_RUNS) {
    throw new InvalidArgumentError(`specify a number from 1 to ${MAX_RUNS}`);
  }
  return k;
}
