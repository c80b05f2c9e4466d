import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { Option, type Command } from 'commander';
import {
  DEFAULT_LIMITS,
  didYouMean,
  EXIT_CODES,
  baselineModeSchema,
  controlsLevelSchema,
  modeSchema,
  RefbenchError,
  trackSchema,
  type BaselineMode,
  type ControlsLevel,
  type Mode,
  type PackagesSetting,
  type Score,
  type Track,
} from '@refbench/contracts';
import { countOf } from '@refbench/base';
import { writeRunSummary } from '@refbench/reports';
import {
  checkStoredPlan,
  entriesWithWork,
  executeRun,
  estimateRun,
  phaseEstimates,
  type EstimateOptions,
  requireContainers,
  requireModeSupport,
  requireRunName,
  requireUniqueNames,
  type Submission,
  type Judge,
  type ModelOptions,
  type RunCells,
  type RunResult,
} from '@refbench/runner';
import { selectEntries, type CatalogEntry, type Selection } from '@refbench/instances';
import { connectEngine } from '@refbench/sandbox';
import type { CommandDocs } from '../command-line/command/refbench-command.ts';
import { imageOptionsOf, type BuildCommandOptions } from '../options/build-options.ts';
import { addDiskOption, type DiskCommandOptions } from '../options/disk-option.ts';
import type { LimitOptions } from '../options/limit-options.ts';
import { dryRunText, outlookText } from '../terminal/dry-run-text.ts';
import { openLog } from '../terminal/log-file.ts';
import type { ModeCommandOptions } from '../options/mode-options.ts';
import { positive } from '../options/number-options.ts';
import { runView } from '../terminal/run-view.ts';
import { scoreTable } from '../terminal/score-table.ts';
import {
  addSelectionOptions,
  selectionOf,
  type SelectionOptions,
} from '../options/selection-options.ts';
import { twoStageSignals } from '../terminal/two-stage-signals.ts';
import {
  collectList,
  workspaceOf,
  type FolderUses,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';
import { conductOptionsOf, plannedRunOf } from './conduct-options.ts';
import { checkPlannedFiles } from './planned-files.ts';
import { checkPlannedModels } from './planned-models.ts';

export interface RunCommandOptions
  extends
    WorkspaceOptions,
    BuildCommandOptions,
    DiskCommandOptions,
    SelectionOptions,
    LimitOptions,
    Partial<ModeCommandOptions> {
  readonly track: Track;
  readonly mode: Mode;
  readonly runId?: string;
  readonly attempts?: number;
  readonly packages?: PackagesSetting;
  readonly parallel: number;
  readonly tail?: string;
  readonly dryRun?: boolean;
  readonly controls: ControlsLevel;
  /** Defaults to `host`. */
  readonly baseline?: BaselineMode;
  readonly json: boolean;
}

/** How `run` and `grade` use the folders of the workspace. */
export const RUN_FOLDERS: FolderUses = { instances: 'read', runs: 'write', state: 'write' };

/** Exit codes of `run` and `grade` in addition to the common ones. */
export const RUN_EXITS: CommandDocs['exits'] = [
  'infra-incomplete',
  'engine',
  'image',
  'patch',
  'invalid-file',
  'in-use',
  'disk',
  'repository',
  'interrupted',
];

/** Adds `--instances` and the filters. */
export function addInstanceOptions(command: Command, standard: string): Command {
  const flags = '--instances <ids|globs|sets>';
  const example = 'instances to use, e.g. koajs__*,lite (repeatable, or a,b)';
  if (standard === 'required') command.requiredOption(flags, example, collectList);
  else command.option(flags, `${example}; default: ${standard}`, collectList);
  return addSelectionOptions(command);
}

export function addRunOptions(command: Command): Command {
  return addDiskOption(command)
    .addOption(
      new Option('--track <track>', 'task text').choices(trackSchema.options).default('instructed'),
    )
    .addOption(
      new Option('--mode <mode>', 'how the agent works')
        .choices(modeSchema.options)
        .default('direct'),
    )
    .addOption(
      new Option(
        '--controls <level>',
        'integrity checks: full (up to two more test runs after a Pass), fast or none; only full results are ranked',
      )
        .choices(controlsLevelSchema.options)
        .default('full'),
    )
    .addOption(
      new Option(
        '--baseline <mode>',
        'when an instance is calibrated that has no baseline on this host: host (all ten runs of its suite come first), early (four runs that agree come first, the others beside the attempts) or published (the runs of its admission come first, those of this host beside the attempts); scores are ranked when the baseline of this host is complete',
      )
        .choices(baselineModeSchema.options)
        .default('host'),
    )
    .option('--run-id <id>', 'name of the run; the name of an existing run resumes it')
    .option('--parallel <n>', 'number of concurrent attempts', positive, defaultParallel())
    .option('--dry-run', 'only estimate images, disk space, time and cost', false)
    .option('--tail <agent@instance>', 'show the output of this agent while it works')
    .option('--json', 'print events and scores as JSON lines on standard output', false);
}

/** The parameters that `run`, `grade` and `quickstart` share. */
export interface RunRequest {
  readonly run: string;
  readonly submissions: readonly Submission[];
  readonly options: RunCommandOptions;
  readonly selection: Pick<Selection, 'patterns'>;
  readonly models?: ModelOptions | undefined;
  readonly judge?: Judge | undefined;
  /** Allows instances without rules and texts; see `executeRun`. */
  readonly unfinished?: boolean;
  /** The attempts that this process makes for a worker, which reports them. */
  readonly cells?: RunCells | undefined;
  /** Called with the result after it was printed. */
  readonly onResult?: (result: RunResult) => Promise<void>;
}

/**
 * Executes a run with progress view, signal handling and log, and prints the scores. Returns the exit
 * code.
 */
export async function runSubmissions(order: RunRequest): Promise<number> {
  const { run, submissions, options } = order;
  const workspace = workspaceOf(options);
  const entries = await selectEntries(workspace, selectionOf(order.selection.patterns, options));
  await using engine = await connectEngine({ stateDir: workspace.stateDir });
  const { json, tail } = options;
  requireRunName(run);
  if (options.dryRun === true) {
    checkTail(options.tail, submissions, entries);
    requireUniqueNames(submissions);
    requireContainers({ submissions, entries });
    requireModeSupport({ submissions, mode: options.mode });
    const warning = checkPlannedModels(order);
    await checkStoredPlan(workspace, await plannedRunOf(order, entries));
    const { track, mode } = options;
    await checkPlannedFiles(entriesWithWork(entries, submissions), {
      track,
      mode,
      unfinished: order.unfinished,
    });
    const request = {
      ...estimateOf(order, { workspace, entries, engine }),
      diskBytes: options.disk,
    };
    const dryRun = await estimateRun(request);
    process.stdout.write(
      `${json ? JSON.stringify(dryRun) : dryRunText(dryRun, options.baseline)}\n`,
    );
    if (warning !== undefined) process.stderr.write(`warning: ${warning}\n`);
    return EXIT_CODES.ok;
  }
  checkTail(tail, submissions, entries);
  using view = runView({ json, tail });
  using signals = twoStageSignals((message) => view.say(message));
  using log = await openLog({ ...workspace, run }, options.logLevel);
  // The estimate asks the engine, and the build options ask npm and pip, which takes a second.
  const [estimate, build] = await Promise.all([
    order.cells === undefined
      ? estimateUnlessBusy(estimateOf(order, { workspace, entries, engine }))
      : undefined,
    imageOptionsOf(options),
  ]);
  if (estimate !== undefined && !json) view.say(outlookText(estimate, options.baseline));
  const conducted = await conductOptionsOf(order, { workspace, entries }, { view, signals, log });
  const result = await log.during(async () =>
    executeRun({
      ...conducted,
      engine,
      build,
      controls: options.controls,
      baseline: options.baseline ?? 'host',
      ...(estimate === undefined ? {} : { expected: phaseEstimates(estimate) }),
      unfinished: order.unfinished ?? false,
      ...(order.cells === undefined ? {} : { cells: order.cells }),
      parallel: options.parallel,
      ...(options.disk === undefined ? {} : { diskBytes: options.disk }),
    }),
  );
  view[Symbol.dispose]();
  if (order.cells !== undefined) return exitCodeOf(result);
  const code = await finishRun(result, options.json);
  await order.onResult?.(result);
  return code;
}

/** An engine that is too busy to list its images may still do the work. */
async function estimateUnlessBusy(
  options: EstimateOptions,
): Promise<Awaited<ReturnType<typeof estimateRun>> | undefined> {
  return await estimateRun(options).catch((error: unknown) => {
    if (RefbenchError.isInstance(error)) return undefined;
    throw error;
  });
}

/** The request of an estimate, for `--dry-run` and before the start. */
function estimateOf(
  { submissions, options, models }: RunRequest,
  context: Pick<EstimateOptions, 'workspace' | 'entries' | 'engine'>,
): EstimateOptions {
  const { mode, parallel, controls, baseline = 'host', attempts: repeats = 1 } = options;
  return { ...context, submissions, mode, models, parallel, repeats, controls, baseline };
}

/** Writes the summary of a run and prints its result. Returns the exit code. */
export async function finishRun(result: RunResult, json: boolean): Promise<number> {
  const { path: summaryFile, scores } = await writeRunSummary(
    result.folder,
    result.incomplete,
    result.setAside,
  );
  if (json)
    process.stdout.write(
      `${JSON.stringify({ kind: 'finished', ...summary(result, scores.length, summaryFile) })}\n`,
    );
  else printResult(result, scores, summaryFile);
  return exitCodeOf(result);
}

/** @throws RefbenchError kind `usage` if the value does not match this run */
export function checkTail(
  tail: string | undefined,
  submissions: readonly Submission[],
  entries: readonly CatalogEntry[],
): void {
  const pairs = submissions.flatMap(({ name }) =>
    entries.map(({ instance }) => `${name}@${instance.id}`),
  );
  if (tail === undefined || pairs.includes(tail)) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `--tail ${tail} does not match an agent and instance of this run${didYouMean(tail, pairs)}`,
    hint: `write <agent>@<instance>, e.g. ${pairs[0] ?? ''}`,
  });
}

/** @param scored number of scores of the whole run, also of those that an earlier command reached */
function summary(result: RunResult, scored: number, summaryFile: string): object {
  const { run, folder, incomplete, absent, unusable, interrupted } = result;
  return { run, folder, summary: summaryFile, scored, incomplete, absent, unusable, interrupted };
}

/** @param scores of the whole run, also those that an earlier command reached */
function printResult(result: RunResult, scores: readonly Score[], summaryFile: string): void {
  process.stderr.write(`\n${scoreTable(scores)}\n\n`);
  for (const { agent, instance, reason } of result.absent) {
    process.stderr.write(`absent  ${agent} on ${instance}: ${reason}\n`);
  }
  process.stderr.write(`summary  ${relative(process.cwd(), summaryFile)}\n`);
  if (result.interrupted) {
    process.stderr.write(`interrupted; resume with --run-id ${result.run}\n`);
  } else if (result.incomplete.length > 0) {
    const count = result.incomplete.length;
    process.stderr.write(
      `${countOf(count, 'attempt')} without a score; retry with --run-id ${result.run}\n`,
    );
  }
  const ungraded = scores.filter(isUngraded).length;
  if (ungraded > 0) {
    process.stderr.write(
      `${countOf(ungraded, 'attempt')} without a score, because the instance could not be graded on this host: see the notes above\n`,
    );
  }
  if (result.unusable.length > 0) {
    process.stderr.write(
      `${result.unusable.length} patch(es) cannot be used and score 0: see the notes above\n`,
    );
  }
}

/**
 * If all incomplete attempts have the same cause, its exit code is used; otherwise the run is
 * incomplete.
 */
function exitCodeOf(result: RunResult): number {
  if (result.interrupted) return EXIT_CODES.interrupted;
  const kinds = new Set(result.incomplete.map((hole) => hole.kind));
  const [only] = kinds;
  if (only === undefined) {
    if (result.scores.some(isUngraded)) return EXIT_CODES['infra-incomplete'];
    return result.unusable.length > 0 ? EXIT_CODES.patch : EXIT_CODES.ok;
  }
  return kinds.size === 1 ? EXIT_CODES[only] : EXIT_CODES['infra-incomplete'];
}

/** Whether the instance, and not the patch, is the reason why there is no Pass. */
function isUngraded({ verdict }: Score): boolean {
  return verdict === 'instance';
}

/** Each attempt uses two processors; see the default limits. */
function defaultParallel(): number {
  return Math.max(1, Math.floor(availableParallelism() / DEFAULT_LIMITS.agent.cpus));
}
