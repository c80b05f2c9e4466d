import { join, relative, resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import { makeFolder, writeFileAtomic } from '@refbench/base';
import {
  autodetectBuilder,
  buildOwnSet,
  datasetSteps,
  limitedBuilder,
  mineRules,
  plainTextWriter,
  type OwnSetView,
  type TextWriter,
} from '@refbench/datasets';
import { newRunId } from '@refbench/runner';
import { connectEngine } from '@refbench/sandbox';
import type { Workspace } from '@refbench/workspace';
import { boundedBuild } from '../../actions/bounded-build.ts';
import { document } from '../../command-line/command/refbench-command.ts';
import { probeWritable } from '../../command-line/path-option.ts';
import {
  addBuildOptions,
  imageOptionsOf,
  type BuildCommandOptions,
} from '../../options/build-options.ts';
import { addDiskOption, type DiskCommandOptions } from '../../options/disk-option.ts';
import { hostModelOf } from '../../options/host-model.ts';
import { dollars } from '../../options/model-options.ts';
import { atMost, natural, positive } from '../../options/number-options.ts';
import { collectList } from '../../options/workspace-options.ts';
import { terminalText } from '../../terminal/terminal-text.ts';
import { twoStageSignals } from '../../terminal/two-stage-signals.ts';
import { modelTextWriter } from '../dataset/text-writer.ts';
import { nameOfSource } from './name-of-source.ts';
import { OwnPageFile, PAGE } from './own-page-file.ts';
import { ownText } from './own-text.ts';
import { removeUnneededImages } from './remove-unneeded-images.ts';

interface OwnOptions extends Omit<BuildCommandOptions, 'stateDir'>, DiskCommandOptions {
  readonly folder: string;
  readonly instances: number;
  readonly minutes: number;
  readonly jobs: number;
  readonly environmentMinutes: number;
  readonly commits: number;
  readonly since?: string;
  readonly name?: string;
  readonly faultsWanted: number;
  readonly retry?: readonly string[];
  readonly textModel?: string;
  readonly budget: number;
  readonly json: boolean;
}

/** In minutes. Timers of Node.js cannot wait for a month. */
const A_WEEK = 7 * 24 * 60;

export function addOwnCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('own')
    .description('make a private benchmark of the refactorings in your own repository')
    .argument('[repository]', 'folder of a git clone, or the address of a repository', '.')
    .option('--instances <n>', 'number of instances to admit', positive, 10)
    .option('--minutes <n>', 'stop after this time; the same command continues', atMost(A_WEEK), 60)
    .option('--jobs <n>', 'candidates at a time', positive, 2)
    .option(
      '--environment-minutes <n>',
      'give up on the environment of one candidate after this time',
      atMost(A_WEEK),
      15,
    )
    .option('--commits <n>', 'read so many commits, the newest first', positive, 2000)
    .option('--since <date>', 'read no commit before this date, e.g. 2024-01-01', isoDate)
    .option('--name <name>', 'name of the repository in the instances (default: its folder)')
    .option(
      '--faults-wanted <n>',
      'faults that the suite detects, to search for and keep; 0 searches for none',
      natural,
      0,
    )
    .option(
      '--retry <commits>',
      'try dropped candidates again from that step on (repeatable, or a,b)',
      collectList,
    )
    .option(
      '--text-model <model>',
      'a model that writes the task texts (default: they are made of the message and the change)',
    )
    .option('--budget <usd>', 'maximum cost of the texts of one instance', dollars, 1)
    .option('--folder <dir>', 'folder of the benchmark', '.refbench-own')
    .option('--json', 'print the result as one object on standard output', false);
  addDiskOption(addBuildOptions(command)).action(async (source: string, options: OwnOptions) => {
    const folder = resolve(options.folder);
    await probeWritable('folder', folder);
    const shown = relative(process.cwd(), folder) || '.';
    process.stderr.write(`The state of every candidate is in ${join(shown, PAGE)}\n`);
    const view = await makeSet(source, folder, options);
    process.stdout.write(`${options.json ? JSON.stringify(view) : ownText(view, shown)}\n`);
    if (view.end === 'interrupted') setExitCode(EXIT_CODES.interrupted);
    else if (!view.candidates.some(({ stage }) => stage === 'admitted')) {
      setExitCode(EXIT_CODES['infra-incomplete']);
    }
  });
  document(command, {
    output:
      'Writes a workspace to the folder: instances, rules, a copy of the history, and a page with the state of every candidate, `own.html`, which reloads itself while the command runs. Prints progress on standard error, and the instances and the next command on standard output.',
    json: 'own-set',
    exits: ['infra-incomplete', 'engine', 'in-use', 'disk', 'repository', 'interrupted'],
    examples: [
      ['refbench own', 'make up to ten instances of the clone in this folder, for an hour'],
      [
        'refbench own ../service --instances 3 --minutes 30',
        'make three instances of another clone',
      ],
    ],
  });
}

async function makeSet(source: string, folder: string, options: OwnOptions): Promise<OwnSetView> {
  const say = (line: string): void => void process.stderr.write(`${terminalText(line)}\n`);
  using signals = twoStageSignals(() => say('Stopping; the same command continues.'));
  const workspace: Workspace = {
    instancesDir: join(folder, 'instances'),
    rulesDir: join(folder, 'rules'),
    runsDir: join(folder, 'runs'),
    stateDir: join(folder, '.refbench'),
    mirror: undefined,
    opengrep: undefined,
  };
  const writeTexts = await writerOf(workspace, options);
  await makeFolder(workspace.stateDir);
  // The folder usually lies in the clone, whose git shall not see it.
  await writeFileAtomic(join(folder, '.gitignore'), '*\n');
  const page = new OwnPageFile(folder, workspace, signals.drain);
  await using engine = await connectEngine({ stateDir: workspace.stateDir });
  // What a killed command left behind.
  await engine.sweep({ dryRun: false });
  const work = join(folder, 'work');
  const build = await imageOptionsOf({ ...options, stateDir: workspace.stateDir });
  const removeUnneeded = async (view: OwnSetView): Promise<void> =>
    await removeUnneededImages(view, {
      workspace,
      engine,
      definitions: build.definitions,
      work,
      say,
    });
  let shown: OwnSetView | undefined;
  const made = buildOwnSet({
    source,
    name: `own/${nameOfSource(options.name ?? source)}`,
    folder: work,
    maxCommits: options.commits,
    since: options.since,
    cacheDir: join(workspace.stateDir, 'repositories'),
    want: options.instances,
    jobs: options.jobs,
    maxMs: options.minutes * 60_000,
    retry: options.retry ?? [],
    signal: signals.drain,
    onProgress: say,
    onView: async (view) => {
      shown = view;
      await page.show(view);
    },
    steps: datasetSteps({
      workspace,
      folder: work,
      engine,
      buildOf: boundedBuild({
        workspace,
        engine,
        build,
        signal: signals.drain,
        onProgress: (id, message) => say(`${id}  ${message}`),
        budgetBytes: options.disk,
      }),
      newRun: newRunId,
      texts: undefined,
      prepared: undefined,
      writeTexts,
      writeRules: mineRules,
      buildEnvironment: limitedBuilder(autodetectBuilder(workspace), options.environmentMinutes),
      faults: { wanted: options.faultsWanted, maxMs: 2 * 60_000 },
    }),
  });
  try {
    const view = await made;
    // Whoever interrupts does not want to wait.
    if (view.end !== 'interrupted') await removeUnneeded(view);
    return view;
  } catch (error) {
    // The same command continues when there is room. Another one may use the folder if it is `in-use`.
    const isFull = RefbenchError.isInstance(error) && error.kind === 'disk';
    if (isFull && shown !== undefined) await removeUnneeded(shown);
    throw error;
  }
}

/**
 * A model writes the texts if one is named.
 * @throws RefbenchError kind `usage` if it has no price or no key, before anything is made
 */
async function writerOf(workspace: Workspace, options: OwnOptions): Promise<TextWriter> {
  const { textModel, budget } = options;
  if (textModel === undefined) return plainTextWriter(workspace);
  await hostModelOf({ model: textModel, budget });
  const { instancesDir, rulesDir, runsDir, stateDir } = workspace;
  const folders = { instancesDir, rulesDir, runsDir, stateDir };
  return modelTextWriter({ ...folders, textModel, budget });
}

function isoDate(value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))) return value;
  throw new InvalidArgumentError('specify a date such as 2024-01-01');
}
