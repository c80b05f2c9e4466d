import { InvalidArgumentError, type Command } from 'commander';
import { DEFAULT_LIMITS, type Baseline, type TestRun } from '@refbench/contracts';
import {
  BASELINE_RUNS,
  calibrate,
  newRunId,
  prepareEnvironment,
  selectInstances,
} from '@refbench/runner';
import { connectEngine } from '@refbench/sandbox';
import { addBuildOptions, imageOptionsOf, type BuildCommandOptions } from '../build-options.ts';
import { twoStageSignals } from '../two-stage-signals.ts';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from '../workspace-options.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly k: number;
  readonly json: boolean;
}

export function addCalibrateCommand(program: Command): void {
  const command = program
    .command('calibrate')
    .description(
      'run the suites of base and golden k times on this host; p_min and f_max come from it',
    )
    .argument('<instance...>', 'ids or globs')
    .option('-k <runs>', 'runs of each state', atLeastBaseline, BASELINE_RUNS)
    .option('--json', 'the baselines as JSON lines on standard output', false);
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
        const baseline = await calibrate({
          prepared,
          k: options.k,
          limits,
          run,
          signal,
          onProgress,
        });
        if (options.json) process.stdout.write(`${JSON.stringify(baseline)}\n`);
        else say(describe(baseline));
      }
    },
  );
}

function describe(baseline: Baseline): string {
  const { p_min, f_max } = baseline.bounds;
  return [
    `${baseline.instance}  k = ${baseline.k}  p_min ${p_min}  f_max ${f_max}`,
    `  base    ${baseline.base.map(runText).join('  ')}`,
    `  golden  ${baseline.golden.map(runText).join('  ')}`,
  ].join('\n');
}

function runText(run: TestRun): string {
  return run.kind === 'counted' ? `${run.counts.passed}/${run.counts.total}` : `(${run.reason})`;
}

function atLeastBaseline(value: string): number {
  const k = Number(value);
  if (!Number.isInteger(k) || k < BASELINE_RUNS) {
    throw new InvalidArgumentError(`give a number >= ${BASELINE_RUNS}`);
  }
  return k;
}
