import { join, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { EXIT_CODES, type LabelCriterion } from '@refbench/contracts';
import { digestOf } from '@refbench/base';
import {
  estimateLabelling,
  executeLabelling,
  readInstanceLabels,
  readPromptSet,
  keepVotesOfPeople,
  writeInstanceLabels,
  type Estimate,
  type IssueScale,
  type LabellingResult,
  type LabelPlan,
} from '@refbench/labeling';
import { SpendingLimit } from '@refbench/models';
import { ALL_CRITERIA, collectCriteria } from '../../options/criteria-option.ts';
import {
  addLabelModelOptions,
  labelModelsOf,
  type LabelModelOptions,
  type LabelModels,
} from '../../options/label-models.ts';
import {
  addTaskOptions,
  tasksOf,
  type TaskOptions,
  type Tasks,
} from '../../options/label-tasks.ts';
import { labelTable } from '../../terminal/label-table.ts';
import { positive } from '../../options/number-options.ts';
import { terminalText, textTable } from '../../terminal/terminal-text.ts';
import { twoStageSignals, type RunSignals } from '../../terminal/two-stage-signals.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions, TaskOptions, LabelModelOptions {
  readonly to?: string;
  readonly criteria?: readonly LabelCriterion[];
  readonly passes: number;
  readonly scale: IssueScale;
  readonly prompts?: string;
  readonly jobs: number;
  readonly dryRun: boolean;
  readonly json: boolean;
}

export function addLabelRunCommand(label: Command, setExitCode: (code: number) => void): void {
  const run = label
    .command('run')
    .description('label rows or instances with models; an interrupted run is resumed')
    .option(
      '--to <dir>',
      'folder of the run (default: a folder in the state folder, named after the plan)',
    )
    .option('--criteria <list>', 'issue, tests, effort', collectCriteria)
    .option('--passes <n>', 'answers per criterion', positive, 3)
    .addOption(
      new Option(
        '--scale <scale>',
        'scale of issue clarity: binary (0 or 3, as published) or rubric (0 to 3)',
      )
        .choices(['binary', 'rubric'])
        .default('binary'),
    )
    .option('--prompts <dir>', 'prompts that override those of the same name')
    .option('--jobs <n>', 'number of concurrent tasks', positive, 4)
    .option(
      '--dry-run',
      'read the code and estimate tokens and dollars without asking a model',
      false,
    )
    .option('--json', 'print one JSON object per task on standard output', false);
  addLabelModelOptions(addTaskOptions(addWorkspaceOptions(run))).action(
    async (options: Options) => {
      using signals = twoStageSignals((text) => void process.stderr.write(`${text}\n`));
      const tasks = await tasksOf(options, workspaceOf(options), signals.stop);
      const models = await labelModelsOf(options, options.criteria ?? ALL_CRITERIA);
      if (options.dryRun) await dryRun(options, tasks, models, signals);
      else await labelAll(options, { tasks, models, signals, setExitCode });
    },
  );
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function prepare(options: Options, tasks: Tasks, models: LabelModels, signals: RunSignals) {
  const prompts = await readPromptSet(
    options.prompts === undefined ? undefined : resolve(options.prompts),
  );
  const plan: LabelPlan = {
    schema: 1,
    tasks: digestOf(tasks.tasks),
    kept_out: [...tasks.keptOut],
    criteria: [...(options.criteria ?? ALL_CRITERIA)],
    passes: options.passes,
    issue_scale: options.scale,
    models: { ...models.models },
    prompts: prompts.digest,
    context: {
      share: options.contextShare,
      tokens: options.contextTokens ?? null,
      map_tokens: options.mapTokens ?? null,
    },
  };
  const { stateDir } = workspaceOf(options);
  return {
    plan,
    stateDir,
    tasks: tasks.tasks,
    prompts,
    scale: options.scale,
    inWords: models.readerPrice !== undefined,
    limits: models.limits,
    openBase: tasks.openBase,
    cacheDir: join(stateDir, 'labels', 'tags'),
    signal: signals.stop,
  };
}

async function dryRun(
  options: Options,
  tasks: Tasks,
  models: LabelModels,
  signals: RunSignals,
): Promise<void> {
  const prepared = await prepare(options, tasks, models, signals);
  const { prices, readerPrice } = models;
  const { maxOutputTokens } = options;
  const estimate = await estimateLabelling({ ...prepared, prices, readerPrice, maxOutputTokens });
  const shown = { tasks: tasks.tasks.length, kept_out: tasks.keptOut, ...estimate };
  process.stdout.write(
    options.json ? `${JSON.stringify(shown)}\n` : estimateText(prepared, estimate),
  );
}

function estimateText({ plan, tasks }: Prepared, { criteria, unreachable }: Estimate): string {
  const sums = (pick: (one: Estimate['criteria'][number]) => number): number =>
    criteria.reduce((sum, one) => sum + pick(one), 0);
  const usd = (sum: number): string => sum.toFixed(2);
  const each = (sum: number): string => (sum / tasks.length).toFixed(4);
  const rows = criteria.map((one) => [
    one.criterion,
    one.model,
    String(one.calls),
    String(one.inputTokens),
    usd(one.usd),
    usd(one.cachedUsd),
    usd(one.mostUsd),
    each(one.usd),
  ]);
  const total = sums((one) => one.usd);
  const lines = [
    `${tasks.length} tasks, ${plan.passes} passes; estimated; no model was asked`,
    textTable([
      [
        'criterion',
        'model',
        'calls',
        'input tokens',
        'usual $',
        'with cache $',
        'most $',
        '$ a task',
      ],
      ...rows,
      [
        'all',
        '',
        '',
        '',
        usd(total),
        usd(sums((one) => one.cachedUsd)),
        usd(sums((one) => one.mostUsd)),
        each(total),
      ],
    ]),
    ...keptOutLines(plan),
    ...unreachable.map(({ reason }) => `not counted: ${terminalText(reason)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function keptOutLines({ kept_out: ids }: LabelPlan): readonly string[] {
  return ids.length === 0
    ? []
    : [`${ids.length} rows excluded because the prompts were written with them`];
}

async function labelAll(
  options: Options,
  command: {
    readonly tasks: Tasks;
    readonly models: LabelModels;
    readonly signals: RunSignals;
    readonly setExitCode: (code: number) => void;
  },
): Promise<void> {
  const { tasks, models, signals, setExitCode } = command;
  const prepared = await prepare(options, tasks, models, signals);
  const name = digestOf(prepared.plan).slice('sha256:'.length, 'sha256:'.length + 12);
  const folder = resolve(options.to ?? join(prepared.stateDir, 'labels', name));
  await using limit = await SpendingLimit.open(join(folder, 'ledger.jsonl'), options.budget);
  const result = await executeLabelling({
    ...prepared,
    folder,
    clients: models.clients(limit),
    jobs: options.jobs,
    drain: signals.drain,
    onPass: (done, all, { instance, criterion, model, pass, outcome }) => {
      const what = outcome.kind === 'label' ? `${outcome.label}` : outcome.reason;
      const line = `${done}/${all}  ${instance}  ${criterion} ${model} #${pass}  ${what}  $${limit.spentUsd.toFixed(4)}`;
      process.stderr.write(`${terminalText(line)}\n`);
    },
  });
  await writeInstanceFiles(result, tasks);
  if (options.json) {
    for (const one of result.labels) process.stdout.write(`${JSON.stringify(one)}\n`);
  } else process.stdout.write(`${labelTable(result.labels)}\n`);
  for (const line of keptOutLines(prepared.plan)) process.stderr.write(`${line}\n`);
  process.stderr.write(`${folder}  $${limit.spentUsd.toFixed(4)} in all\n`);
  if (result.failed.length === 0) return;
  process.stderr.write(
    `${result.failed.length} passes have no label; run the same command to retry them\n`,
  );
  setExitCode(EXIT_CODES['infra-incomplete']);
}

/** Writes labels.json of each instance and keeps the votes of people. */
async function writeInstanceFiles({ labels }: LabellingResult, { entries }: Tasks): Promise<void> {
  for (const one of labels) {
    const entry = entries.get(one.instance);
    if (entry === undefined) continue;
    const stored = await readInstanceLabels(entry.dir);
    await writeInstanceLabels(entry.dir, keepVotesOfPeople(one, stored));
  }
}
