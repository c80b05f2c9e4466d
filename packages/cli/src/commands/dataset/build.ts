import { join, resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import {
  autodetectBuilder,
  buildDataset,
  candidateKey,
  datasetSteps,
  mineRules,
  readCandidates,
  type CandidateLine,
  type EnvironmentBuilder,
} from '@refbench/datasets';
import { newRunId } from '@refbench/runner';
import { connectEngine } from '@refbench/sandbox';
import {
  addBuildOptions,
  imageOptionsOf,
  type BuildCommandOptions,
} from '../../options/build-options.ts';
import { PathOption } from '../../command-line/path-option.ts';
import { addDiskOption, type DiskCommandOptions } from '../../options/disk-option.ts';
import { natural, positive } from '../../options/number-options.ts';
import { terminalText } from '../../terminal/terminal-text.ts';
import { twoStageSignals, type RunSignals } from '../../terminal/two-stage-signals.ts';
import {
  addWorkspaceOptions,
  collectList,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';
import {
  agentBuilder,
  addAgentBuilderOptions,
  type AgentBuilderOptions,
} from '../../actions/env-agent.ts';
import { boundedBuild } from '../../actions/bounded-build.ts';
import { funnelText } from './funnel-text.ts';
import { ruleWriterOf } from './rule-writer.ts';
import { textWriterOf } from './text-writer.ts';

interface DatasetBuildOptions
  extends WorkspaceOptions, BuildCommandOptions, DiskCommandOptions, AgentBuilderOptions {
  readonly candidates: string;
  readonly want: number;
  readonly perLanguage?: number;
  readonly texts?: string;
  readonly prepared?: string;
  readonly textModel?: string;
  readonly rules: 'miner' | 'agent';
  readonly ruleModel?: string;
  readonly ruleAgent?: string;
  readonly faultsWanted: number;
  readonly faultMinutes: number;
  readonly jobs: number;
  readonly folder: string;
  readonly retry?: readonly string[];
  readonly json: boolean;
}

export function addDatasetBuildCommand(
  dataset: Command,
  setExitCode: (code: number) => void,
): void {
  const command = dataset
    .command('build')
    .description('take candidates through texts, rules, environment and admission')
    .addOption(
      new PathOption(
        '--candidates <file>',
        'candidates.jsonl of a mining folder, or a file with "repository" and "golden" on each line',
        'read-file',
      ).makeOptionMandatory(),
    )
    .requiredOption('--want <n>', 'number of instances to admit', positive)
    .option('--per-language <n>', 'at most so many instances of each language', positive)
    .option('--texts <dir>', 'texts that people wrote and reviewed: <dir>/<id>/task.*')
    .option('--prepared <dir>', 'instances with recipes that people wrote: <dir>/<id>/')
    .option('--text-model <model>', 'a model that writes missing texts; people still review them')
    .addOption(
      new Option('--rules <writer>', 'writer of the rules')
        .choices(['miner', 'agent'])
        .default('miner'),
    )
    .option('--rule-model <model>', 'model of --rules agent')
    .option('--rule-agent <agent>', 'a published client or an agent directory for --rules agent')
    .option(
      '--builder <builder>',
      'writer of the recipes: autodetect, a published client, or an agent directory',
      'autodetect',
    )
    .option(
      '--faults-wanted <n>',
      'faults that the suite detects, to search for and keep; 0 searches for none',
      natural,
      6,
    )
    .option('--fault-minutes <n>', 'stop trying new faults after this time', positive, 10)
    .option('--jobs <n>', 'candidates at a time', positive, 1)
    .option(
      '--retry <ids>',
      'try dropped candidates again from that step on (repeatable, or a,b)',
      collectList,
    )
    .option(
      '--folder <dir>',
      'folder of the build; an existing one is continued',
      join('.refbench', 'dataset'),
    )
    .option('--json', 'print the funnel as one object on standard output', false);
  addAgentBuilderOptions(command);
  addDiskOption(
    addBuildOptions(
      addWorkspaceOptions(command, { instances: 'write', rules: 'write', state: 'write' }),
    ),
  ).action(async (options: DatasetBuildOptions) => {
    const say = (line: string): void => void process.stderr.write(`${terminalText(line)}\n`);
    using signals = twoStageSignals(() => say('Stopping; the same command continues.'));
    const funnel = await runBuild(options, signals, say);
    process.stdout.write(`${options.json ? JSON.stringify(funnel) : funnelText(funnel)}\n`);
    if (funnel.admitted.length < options.want) setExitCode(EXIT_CODES['infra-incomplete']);
  });
}

async function runBuild(
  options: DatasetBuildOptions,
  signals: RunSignals,
  say: (line: string) => void,
): ReturnType<typeof buildDataset> {
  const signal = signals.drain;
  const workspace = workspaceOf(options);
  const folder = resolve(options.folder);
  const candidates = await readCandidates(options.candidates);
  const buildEnvironment = await environmentBuilderOf(options);
  await using engine = await connectEngine({ stateDir: workspace.stateDir });
  // What a killed build left behind.
  await engine.sweep({ dryRun: false });
  return await buildDataset({
    candidates,
    want: options.want,
    perLanguage: options.perLanguage,
    jobs: options.jobs,
    folder,
    signal,
    retry: (options.retry ?? []).map((name) => keyOf(name, candidates)),
    steps: datasetSteps({
      workspace,
      folder,
      engine,
      buildEnvironment,
      writeTexts: textWriterOf(options),
      writeRules: options.rules === 'miner' ? mineRules : await ruleWriterOf(options, signals),
      buildOf: boundedBuild({
        workspace,
        engine,
        build: await imageOptionsOf(options),
        signal,
        onProgress: (id, message) => say(`${id}  ${message}`),
        budgetBytes: options.disk,
      }),
      newRun: newRunId,
      faults: {
        wanted: options.faultsWanted,
        maxMs: options.faultMinutes * 6e4,
      },
      texts: options.texts === undefined ? undefined : resolve(options.texts),
      prepared: options.prepared === undefined ? undefined : resolve(options.prepared),
    }),
    onProgress: (candidate, message) => say(`${shortName(candidate)}  ${message}`),
  });
}

async function environmentBuilderOf(options: DatasetBuildOptions): Promise<EnvironmentBuilder> {
  const build = await agentBuilder(options);
  if (build === undefined) return autodetectBuilder(workspaceOf(options));
  return async (context) => {
    const { kind, text, check } = await build(context);
    if (kind === 'stopped') context.signal.throwIfAborted();
    return kind === 'admitted' ? { kind, check } : { kind: 'rejected', reason: text };
  };
}

/** A candidate on the command line: `owner/name@commit`, or an abbreviation of the commit. */
function keyOf(name: string, candidates: readonly CandidateLine[]): string {
  const keys = candidates.map(candidateKey).filter((key) => key.startsWith(name.toLowerCase()));
  const [key] = keys;
  if (key !== undefined && keys.length === 1) return key;
  throw new RefbenchError({
    kind: 'usage',
    message: `--retry ${name}: ${keys.length} candidates match`,
    hint: 'specify owner/name@commit as the funnel shows it',
  });
}

/** `owner/name@commit`, with eight digits. */
function shortName(candidate: string): string {
  return candidate.slice(0, candidate.indexOf('@') + 9);
}
