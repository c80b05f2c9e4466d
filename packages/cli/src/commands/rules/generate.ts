import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { ensureRipgrep } from '@refbench/agents';
import { RefbenchError } from '@refbench/contracts';
import { ensureBaseImage } from '@refbench/env-builder';
import {
  containerExplorer,
  generateRules,
  GENERATE_LIMITS,
  writeBaseTree,
  type Explorer,
  type Generation,
  type GenerationEnd,
} from '@refbench/rule-mining';
import {
  newRunId,
  readTask,
  scratchFolder,
  sweepScratch,
  type CatalogEntry,
  type ScratchFolder,
} from '@refbench/runner';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { addBuildOptions, imageOptionsOf, type BuildCommandOptions } from '../../build-options.ts';
import { PathOption } from '../../command-line/path-option.ts';
import { hostModelOf } from '../../host-model.ts';
import { minutes } from '../../mode-options.ts';
import { dollars } from '../../model-options.ts';
import { positive } from '../../number-options.ts';
import { chosenEntries, openEntry, type InstanceTarget } from '../../rule-target.ts';
import { terminalText, textTable } from '../../terminal-text.ts';
import { twoStageSignals, type RunSignals } from '../../two-stage-signals.ts';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from '../../workspace-options.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly model?: string;
  readonly budget: number;
  readonly priceOverrides?: string;
  readonly turns: number;
  readonly minutes: number;
  readonly to?: string;
  readonly transcript?: string;
  readonly json: boolean;
}

const MINUTE_MS = 60_000;

export function addRulesGenerateCommand(rules: Command): void {
  const { budgetUsd, turns, wallClockMs } = GENERATE_LIMITS;
  const command = rules
    .command('generate <instance>')
    .description('let a model write a ruleset from the task text and base; continues where it stopped')
    .option(
      '--model <model>',
      'a model with a known price; openai/<model> for a compatible endpoint',
    )
    .option('--budget <usd>', 'maximum cost, including that of resumed commands', dollars, budgetUsd)
    .option('--price-overrides <file>', 'prices of models, which override the built-in ones')
    .option('--turns <n>', 'maximum number of answers of the model', positive, turns)
    .option('--minutes <n>', 'maximum working time', minutes, wallClockMs / MINUTE_MS)
    .addOption(
      new PathOption(
        '--to <dir>',
        'folder of the ruleset (default: that of the instance)',
        'write-folder',
      ),
    )
    .addOption(
      new PathOption(
        '--transcript <dir>',
        'folder of the transcript (default: rule-agents/<instance> in the state folder)',
        'write-folder',
      ),
    )
    .option('--json', 'one object on standard output', false);
  addBuildOptions(addWorkspaceOptions(command)).action(async (name: string, options: Options) => {
    const say = (message: string): void => void process.stderr.write(`${terminalText(message)}\n`);
    using signals = twoStageSignals(say);
    const entry = await oneEntry(name, options);
    const { id } = entry.instance;
    await using target = await openEntry(entry, options);
    const folder = resolve(options.to ?? target.rulesDir);
    const result = await generate({ entry, target, folder, options, signals, say });
    const text = options.json
      ? JSON.stringify(jsonOf(id, folder, result))
      : describe(id, result);
    process.stdout.write(`${text}\n`);
    say(`${result.registered.length} rules written to ${folder}; transcript in ${result.transcript}`);
  });
}

async function oneEntry(name: string, options: Options): Promise<CatalogEntry> {
  const [entry, ...others] = await chosenEntries([name], options);
  if (entry !== undefined && others.length === 0) return entry;
  throw new RefbenchError({
    kind: 'usage',
    message: `"${name}" is not one instance`,
    hint: 'give the id of one instance',
  });
}

interface Work {
  readonly entry: CatalogEntry;
  readonly target: InstanceTarget;
  /** Folder of the ruleset. */
  readonly folder: string;
  readonly options: Options;
  readonly signals: RunSignals;
  readonly say: (text: string) => void;
}

async function generate(work: Work): Promise<Generation> {
  const { entry, target, folder, options, signals, say } = work;
  const { stateDir } = workspaceOf(options);
  const { instance } = entry;
  // Before anything is built, because the model may have no key.
  const { client, budgetUsd } = await hostModelOf(options);
  await using engine = await connectEngine({ stateDir });
  await using scratch = await scratchFolder(stateDir);
  return await generateRules({
    ...{ instance, client },
    task: await readTask(entry, 'instructed'),
    context: target.context,
    explorer: await explorerOf(work, engine, scratch),
    rulesDir: folder,
    folder: resolve(options.transcript ?? join(stateDir, 'rule-agents', instance.id)),
    limits: {
      budgetUsd,
      turns: options.turns,
      wallClockMs: Math.round(options.minutes * MINUTE_MS),
    },
    scan: target.scanOptions,
    drain: signals.drain,
    stop: signals.stop,
    onProgress: (text) => say(`${instance.id}: ${text}`),
  });
}

/** Prepares containers with base, and removes what killed commands left behind. */
async function explorerOf(
  { entry, target, options, signals }: Work,
  engine: Engine,
  scratch: ScratchFolder,
): Promise<Explorer> {
  const { stateDir } = workspaceOf(options);
  const { instance } = entry;
  await engine.sweep({ dryRun: false });
  await sweepScratch(stateDir, false);
  const image = await ensureBaseImage(
    engine,
    instance.environment.base_image,
    await imageOptionsOf(options),
  );
  const treeFolder = await scratch.sub('base');
  await writeBaseTree(target.context.repository, target.context.base, treeFolder);
  return containerExplorer({
    engine,
    image: image.imageId,
    treeFolder,
    ripgrepFolder: await ensureRipgrep(stateDir, signals.stop),
    labels: { run: newRunId(), instance: instance.id, attempt: '1', phase: 'explore' },
  });
}

function jsonOf(instance: string, folder: string, result: Generation): object {
  const { end, registered, turns, usd, seconds, transcript } = result;
  return { instance, folder, end, rules: registered, turns, usd, seconds, transcript };
}

const END_WORDS: Readonly<Record<GenerationEnd, string>> = {
  finished: 'the model finished',
  answered: 'the model stopped calling tools',
  budget: 'the budget is spent; a larger --budget continues',
  turns: 'all turns are used; more --turns continue',
  time: 'the working time is over; more --minutes continue',
};

function describe(id: string, { end, registered, turns, usd, seconds }: Generation): string {
  const costs = `${turns} turns, ${Math.round(seconds)} s, $${usd.toFixed(2)}`;
  return [
    textTable([['rule', 'side'], ...registered.map(({ id, side }) => [id, side])]),
    `${id}: ${END_WORDS[end]} (${costs})`,
  ].join('\n');
}
