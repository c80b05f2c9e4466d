import { join, relative, resolve } from 'node:path';
import { countOf } from '@refbench/base';
import { Option, type Command } from 'commander';
import { EXIT_CODES, type PlanControl } from '@refbench/contracts';
import { buildJudgeReport, judgeTable, METRICS, renderText, type Metric } from '@refbench/reports';
import { controlPlans, loadPrompts, readPlan, type PlanControlResult } from '@refbench/runner';
import { selectEntries } from '@refbench/instances';
import { addJudgeOptions, judgeOf, type JudgeCommandOptions } from '../options/judge-options.ts';
import { addFilters, selectionOf, type SelectionOptions } from '../options/selection-options.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { twoStageSignals } from '../terminal/two-stage-signals.ts';
import {
  addWorkspaceOptions,
  collectList,
  workspaceOf,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';

interface Options extends WorkspaceOptions, JudgeCommandOptions, SelectionOptions {
  readonly multiplan: string;
  readonly plan: string;
  readonly instances?: readonly string[];
  readonly seed: string;
  readonly promptsDir?: string;
  readonly json: boolean;
}

interface AccuracyOptions {
  readonly multiplan: string;
  readonly plan: string;
  readonly metric: Metric;
  readonly runsDir: string;
  readonly json: boolean;
}

export function addPlansCommand(program: Command, setExitCode: (code: number) => void): void {
  const plans = program.command('plans').description('compare the plans of runs');
  const control = plans
    .command('control')
    .description('let the judge choose among five plans and the single one, in a seeded order')
    .requiredOption('--multiplan <run>', 'a run in the mode multiplan')
    .requiredOption('--plan <run>', 'a run of the same agents in the mode plan')
    .option('--instances <ids|globs|sets>', 'instances (repeatable; default: all)', collectList)
    .option('--seed <text>', 'seed for the order of the plans and for --sample', '0')
    .option('--price-overrides <file>', 'prices of models, which override the built-in ones')
    .option('--prompts-dir <dir>', 'prompt templates that override those of the same name')
    .option('--json', 'print judgements as JSON lines on standard output', false);
  const accuracy = plans
    .command('accuracy')
    .description('measure how often the judge of `plans control` chose the better plan')
    .requiredOption('--multiplan <run>', 'the run in the mode multiplan')
    .requiredOption('--plan <run>', 'the run in the mode plan')
    .addOption(
      new Option('--metric <metric>', 'metric by which plans are compared')
        .choices(METRICS)
        .default('ifr'),
    )
    .option('--runs-dir <dir>', 'folder of the runs', 'runs')
    .option('--json', 'print JSON on standard output instead of a table', false);
  accuracy.action(async (options: AccuracyOptions) => {
    for (const run of [options.multiplan, options.plan]) await readPlan(options.runsDir, run);
    const [multiplan, plan] = [options.multiplan, options.plan].map((run) =>
      join(options.runsDir, run),
    );
    const report = await buildJudgeReport(
      multiplan ?? '',
      plan ?? '',
      options.plan,
      options.metric,
    );
    process.stdout.write(
      `${options.json ? JSON.stringify(report) : renderText(judgeTable(report))}\n`,
    );
  });
  addWorkspaceOptions(addJudgeOptions(addFilters(control))).action(async (options: Options) => {
    const workspace = workspaceOf(options);
    const { promptsDir } = options;
    using signals = twoStageSignals((message) => void process.stderr.write(`${message}\n`));
    const result = await controlPlans({
      workspace,
      entries: await selectEntries(workspace, selectionOf(options.instances, options)),
      multiplanRun: options.multiplan,
      planRun: options.plan,
      seed: options.seed,
      judge: await judgeOf(options),
      prompts: await loadPrompts(promptsDir === undefined ? undefined : resolve(promptsDir)),
      signal: AbortSignal.any([signals.drain, signals.stop]),
      onJudged: (record, reused) => show(record, reused, options.json),
    });
    if (options.json) {
      const { file, failed, singleChosen, records } = result;
      const summary = { kind: 'finished', file, judged: records.length, singleChosen, failed };
      process.stdout.write(`${JSON.stringify(summary)}\n`);
    } else {
      printResult(result);
    }
    if (signals.drain.aborted) setExitCode(EXIT_CODES.interrupted);
    else if (result.failed.length > 0) setExitCode(EXIT_CODES['infra-incomplete']);
  });
}

function show(record: PlanControl, reused: boolean, json: boolean): void {
  if (json) {
    process.stdout.write(`${JSON.stringify({ kind: 'judged', reused, ...record })}\n`);
    return;
  }
  const choice = record.choice === 5 ? 'the single plan' : `plan ${record.choice} of the five`;
  const again = reused ? '  (judged before)' : '';
  process.stderr.write(`${record.instance}  ${record.agent}  ${choice}${again}\n`);
}

function printResult({ file, records, failed, singleChosen }: PlanControlResult): void {
  for (const { instance, agent, reason } of failed) {
    process.stderr.write(`${instance}  ${agent}  no choice: ${terminalText(reason)}\n`);
  }
  const chance = (records.length / 6).toFixed(1);
  process.stderr.write(
    `\nthe single plan was chosen ${singleChosen} of ${countOf(records.length, 'time')}; by chance it would be ${chance}\n`,
  );
  process.stderr.write(`judgements  ${relative(process.cwd(), file)}\n`);
}
