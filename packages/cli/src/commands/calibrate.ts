import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { DEFAULT_LIMITS, EXIT_CODES } from '@refbench/contracts';
import {
  BASELINE_RUNS,
  calibrate,
  ensureBaseline,
  prepareEnvironment,
  publishBaseline,
  searchFaults,
  type PreparedEnvironment,
  writeFaults,
} from '@refbench/runner';
import { addBuildOptions, type BuildCommandOptions } from '../build-options.ts';
import { calibrationTable } from '../calibration-table.ts';
import { forEachInstance, type InstanceSession } from '../each-instance.ts';
import { addSelectionOptions } from '../selection-options.ts';
import { addWorkspaceOptions, type WorkspaceOptions } from '../workspace-options.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly k: number;
  readonly json: boolean;
  readonly published?: string;
  readonly writeBaseline: boolean;
  readonly faults: boolean;
  readonly faultsWanted: number;
  readonly faultMinutes: number;
}

export function addCalibrateCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('calibrate')
    .description(
      'run the suites of base and golden k times on this host; p_min and f_max come from it',
    )
    .argument('<instance...>', 'ids, globs or sets')
    .option('-k <runs>', 'runs of each state', atLeastBaseline, BASELINE_RUNS)
    .option('--published <file>', 'counts of another host to compare with')
    .option('--write-baseline', 'write baseline.json beside the instance, to publish', false)
    .option(
      '--faults',
      'only look for functions whose failure the suite notices, and write faults.json beside the instance',
      false,
    )
    .option('--faults-wanted <n>', 'how many faults to keep', positive, 12)
    .option('--fault-minutes <n>', 'begin no further fault after so many minutes', positive, 60)
    .option('--json', 'the calibrations as JSON lines on standard output', false);
  addSelectionOptions(command);
  addBuildOptions(addWorkspaceOptions(command)).action(
    async (patterns: readonly string[], options: Options) => {
      await forEachInstance(patterns, options, async (session) => {
        await using prepared = await prepareEnvironment(session);
        if (options.faults) return await writeFaultsOf(session, prepared, options);
        const calibration = await calibrate({
          ...session,
          prepared,
          k: options.k,
          limits: DEFAULT_LIMITS.grade,
          ...(options.published === undefined ? {} : { published: resolve(options.published) }),
        });
        if (options.json) process.stdout.write(`${JSON.stringify(calibration)}\n`);
        else process.stdout.write(`${calibrationTable(calibration)}\n`);
        if (options.writeBaseline) {
          session.say(`wrote ${await publishBaseline(session.entry.dir, calibration)}`);
        }
        if (calibration.fault !== null) setExitCode(EXIT_CODES.image);
      });
    },
  );
}

/** A function costs up to two runs of the suite; most of a good suite's functions are noticed. */
const TRIED_A_FAULT = 4;

async function writeFaultsOf(
  session: InstanceSession,
  prepared: PreparedEnvironment,
  { faultsWanted, faultMinutes }: Options,
): Promise<void> {
  const common = { ...session, prepared, limits: DEFAULT_LIMITS.grade };
  const found = await searchFaults({
    ...common,
    baseline: await ensureBaseline({ ...common, k: BASELINE_RUNS }),
    wanted: faultsWanted,
    maxTried: faultsWanted * TRIED_A_FAULT,
    maxMs: faultMinutes * 60_000,
  });
  const path = await writeFaults(session.entry.dir, found);
  session.say(`${found.faults.length} faults kept of ${found.tried} tried; wrote ${path}`);
}

function positive(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('give a number >= 1');
  return number;
}

function atLeastBaseline(value: string): number {
  const k = Number(value);
  if (!Number.isInteger(k) || k < BASELINE_RUNS) {
    throw new InvalidArgumentError(`give a number >= ${BASELINE_RUNS}`);
  }
  return k;
}
