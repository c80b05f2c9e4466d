import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import {
  containerExplorer,
  generateRules,
  GENERATE_LIMITS,
  type Generation,
  type GenerationEnd,
} from '@refbench/rule-mining';
import { newRunId } from '@refbench/runner';
import type { CatalogEntry } from '@refbench/instances';
import { addBuildOptions, type BuildCommandOptions } from '../../options/build-options.ts';
import { PathOption } from '../../command-line/path-option.ts';
import { hostModelOf, type HostModelOptions } from '../../options/host-model.ts';
import { minutes } from '../../options/mode-options.ts';
import { dollars } from '../../options/model-options.ts';
import { positive } from '../../options/number-options.ts';
import { chosenEntries, openEntry } from '../../options/rule-target.ts';
import { terminalText, textTable } from '../../terminal/terminal-text.ts';
import { twoStageSignals } from '../../terminal/two-stage-signals.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';
import { agentWriter } from './generate-by-agent.ts';
import { prepareBase, subjectOf, type GenerateWork } from './generate-base.ts';

interface Options extends WorkspaceOptions, BuildCommandOptions {
  readonly agent?: string;
  readonly model?: string;
  readonly budget: number;
  readonly priceOverrides?: string;
  readonly turns: number;
  readonly minutes: number;
  readonly to?: string;
  readonly transcript?: string;
  readonly fromMined: boolean;
  readonly json: boolean;
}

const MINUTE_MS = 60_000;

export function addRulesGenerateCommand(rules: Command, setExitCode: (code: number) => void): void {
  const { budgetUsd, turns, wallClockMs } = GENERATE_LIMITS;
  const command = rules
    .command('generate <instance>')
    .description(
      'let a model write a ruleset from the task text and base; continues where it stopped',
    )
    .option(
      '--model <model>',
      'a model with a known price; openai/<model> for a compatible endpoint',
    )
    .option(
      '--agent <agent>',
      'a published client or an agent directory that writes the rules in a container, instead of the built-in tools',
    )
    .option(
      '--budget <usd>',
      'maximum cost, including that of resumed commands',
      dollars,
      budgetUsd,
    )
    .option('--price-overrides <file>', 'prices of models, which override the built-in ones')
    .option(
      '--from-mined',
      'also give the writer the rules that `rules suggest` finds, to choose from and to correct; they tell it how golden is written',
      false,
    )
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
    const byAgent = await agentWriter(options, command.getOptionValueSource('turns') !== 'default');
    using signals = twoStageSignals(say);
    const entry = await oneEntry(name, options);
    const { id } = entry.instance;
    await using target = await openEntry(entry, options);
    const { stateDir } = workspaceOf(options);
    const work: GenerateWork = {
      entry,
      target,
      fromMined: options.fromMined,
      stateDir,
      signals,
      build: options,
      budgetUsd: options.budget,
      rulesDir: resolve(options.to ?? target.rulesDir),
      folder: resolve(options.transcript ?? join(stateDir, 'rule-agents', id)),
      wallClockMs: Math.round(options.minutes * MINUTE_MS),
      say: (text) => say(`${id}: ${text}`),
    };
    const result =
      byAgent === undefined ? await generateByModel(work, options) : await byAgent(work);
    const { rulesDir } = work;
    const text = options.json ? JSON.stringify(jsonOf(id, rulesDir, result)) : describe(id, result);
    process.stdout.write(`${text}\n`);
    say(`${result.registered.length} rules in ${rulesDir}; transcript in ${result.transcript}`);
    if (result.end === 'agent-failed') setExitCode(EXIT_CODES['infra-incomplete']);
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

/** Lets a model write rules with tools. */
export async function generateByModel(
  work: GenerateWork,
  options: HostModelOptions & { readonly turns: number },
): Promise<Generation> {
  const { entry, target, signals, say } = work;
  const { instance } = entry;
  // Before anything is built, because the model may have no key.
  const { client, budgetUsd } = await hostModelOf(options);
  await using base = await prepareBase(work);
  return await generateRules({
    ...(await subjectOf(work)),
    client,
    context: target.context,
    explorer: containerExplorer({
      ...base,
      labels: {
        run: newRunId(),
        instance: instance.id,
        attempt: '1',
        phase: 'explore',
      },
    }),
    limits: {
      budgetUsd,
      turns: options.turns,
      wallClockMs: work.wallClockMs,
    },
    scan: target.scanOptions,
    drain: signals.drain,
    stop: signals.stop,
    onProgress: say,
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
  'agent-failed': 'the agent failed; see agent.log beside the transcript',
};

function describe(id: string, { end, registered, turns, usd, seconds }: Generation): string {
  const costs = `${turns} turns, ${Math.round(seconds)} s, $${usd.toFixed(2)}`;
  return [
    textTable([['rule', 'side'], ...registered.map(({ id, side }) => [id, side])]),
    `${id}: ${END_WORDS[end]} (${costs})`,
  ].join('\n');
}
