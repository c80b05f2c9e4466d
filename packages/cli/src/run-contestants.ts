import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import {
  DEFAULT_LIMITS,
  EXIT_CODES,
  controlsLevelSchema,
  modeSchema,
  trackSchema,
  type ControlsLevel,
  type Mode,
  type Track,
} from '@refbench/contracts';
import {
  executeRun,
  selectInstances,
  type Contestant,
  type Judge,
  type ModelOptions,
  type RunResult,
} from '@refbench/runner';
import { connectEngine } from '@refbench/sandbox';
import { imageOptionsOf, type BuildCommandOptions } from './build-options.ts';
import { addDiskOption, type DiskCommandOptions } from './disk-option.ts';
import { openLog } from './log-file.ts';
import { modeSetupOf, type ModeCommandOptions } from './mode-options.ts';
import { runView } from './run-view.ts';
import { scoreTable } from './score-table.ts';
import { twoStageSignals } from './two-stage-signals.ts';
import { collectList, workspaceOf, type WorkspaceOptions } from './workspace-options.ts';

export interface RunCommandOptions
  extends WorkspaceOptions, BuildCommandOptions, DiskCommandOptions, Partial<ModeCommandOptions> {
  readonly instances: readonly string[];
  readonly track: Track;
  readonly mode: Mode;
  readonly runId?: string;
  readonly attempts?: number;
  readonly parallel: number;
  readonly controls: ControlsLevel;
  readonly json: boolean;
}

export function addRunOptions(command: Command): Command {
  return addDiskOption(command)
    .requiredOption(
      '--instances <ids|globs>',
      'e.g. koajs__*,refbench__* (repeatable)',
      collectList,
    )
    .addOption(
      new Option('--track <track>', 'which task text')
        .choices(trackSchema.options)
        .default('instructed'),
    )
    .addOption(
      new Option('--mode <mode>', 'how the agent works')
        .choices(modeSchema.options)
        .default('direct'),
    )
    .addOption(
      new Option(
        '--controls <level>',
        'integrity checks: full (with up to two more test runs after a Pass), fast or none; only full results are ranked',
      )
        .choices(controlsLevelSchema.options)
        .default('full'),
    )
    .option('--run-id <id>', 'name of the run; the same name takes a run up again')
    .option('--parallel <n>', 'attempts at a time', positiveInteger, defaultParallel())
    .option('--json', 'events and scores as JSON lines on standard output', false);
}

/** The common way of `run` and `grade`: view, signals, log, table. Returns the exit code. */
export async function runContestants(
  run: string,
  contestants: readonly Contestant[],
  options: RunCommandOptions,
  models?: ModelOptions,
  judge?: Judge,
  unfinished = false,
): Promise<number> {
  const workspace = workspaceOf(options);
  const entries = await selectInstances(workspace, options.instances);
  await using engine = await connectEngine({ stateDir: workspace.stateDir });
  using view = runView(options.json);
  using signals = twoStageSignals((message) => view.say(message));
  using log = openLog(join(workspace.stateDir, 'logs', `${run}.log`));
  const result = await executeRun({
    run,
    contestants,
    entries,
    workspace,
    engine,
    track: options.track,
    mode: options.mode,
    ...(options.attempts === undefined ? {} : { repeats: options.attempts }),
    ...(await modeSetupOf(options)),
    judge,
    ...(models === undefined ? {} : { models }),
    limits: { agent: DEFAULT_LIMITS.agent, grade: DEFAULT_LIMITS.grade },
    build: await imageOptionsOf(options),
    controls: options.controls,
    unfinished,
    parallel: options.parallel,
    ...(options.disk === undefined ? {} : { diskBytes: options.disk }),
    drain: signals.drain,
    stop: signals.stop,
    listener: (event) => {
      log.write(event);
      view.listener(event);
    },
  });
  view[Symbol.dispose]();
  return finishRun(result, options.json);
}

/** Prints what a run came to, as a table or as its last JSON line. Returns the exit code. */
export function finishRun(result: RunResult, json: boolean): number {
  if (json) process.stdout.write(`${JSON.stringify({ kind: 'finished', ...summary(result) })}\n`);
  else printResult(result);
  return exitCodeOf(result);
}

function summary(result: RunResult): object {
  const { run, folder, reportFile, incomplete, interrupted } = result;
  return { run, folder, report: reportFile, scored: result.scores.length, incomplete, interrupted };
}

function printResult(result: RunResult): void {
  process.stderr.write(`\n${scoreTable(result.scores)}\n\n`);
  process.stderr.write(`report  ${relative(process.cwd(), result.reportFile)}\n`);
  if (result.interrupted) {
    process.stderr.write(`interrupted; take it up again with --run-id ${result.run}\n`);
  } else if (result.incomplete.length > 0) {
    const count = result.incomplete.length;
    process.stderr.write(
      `${count} attempt(s) without a score; --run-id ${result.run} tries again\n`,
    );
  }
}

/** One common cause keeps its own code; a mixture is an incomplete run. */
function exitCodeOf(result: RunResult): number {
  if (result.interrupted) return EXIT_CODES.interrupted;
  const kinds = new Set(result.incomplete.map((hole) => hole.kind));
  const [only] = kinds;
  if (only === undefined) return EXIT_CODES.ok;
  return kinds.size === 1 ? EXIT_CODES[only] : EXIT_CODES['infra-incomplete'];
}

/** An attempt takes two processors (see the default limits). */
function defaultParallel(): number {
  return Math.max(1, Math.floor(availableParallelism() / DEFAULT_LIMITS.agent.cpus));
}

export function positiveInteger(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('give a number >= 1');
  return number;
}
