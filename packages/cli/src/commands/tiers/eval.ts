import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import {
  evaluate,
  STUDY_SETTINGS,
  SYSTEM_PROMPTS,
  systemPrompt,
  type AnswerSettings,
  type Evaluation,
  type Provider,
} from '@refbench/outcome-tiers';
import { clientOf, pricesOf } from '../../options/host-model.ts';
import { interruptible } from '../../options/mine-options.ts';
import { positive } from '../../options/number-options.ts';
import { dollars } from '../../options/model-options.ts';
import { terminalText } from '../../terminal/terminal-text.ts';
import { addTiersFolder } from '../../options/tiers-options.ts';
import {
  addSubjectOptions,
  openSubjects,
  type SubjectOptions,
} from '../../options/tiers-subjects.ts';
import { collectList } from '../../options/workspace-options.ts';

interface EvalOptions extends SubjectOptions {
  readonly model: readonly string[];
  readonly systemPrompt: string;
  readonly maxTokens: Partial<Record<Provider, number>>;
  readonly temperature: Partial<Record<Provider, number | null>>;
  readonly budget: number;
  readonly jobs: number;
  readonly priceOverrides?: string;
}

export function addTiersEvalCommand(tiers: Command, setExitCode: (code: number) => void): void {
  const command = tiers
    .command('eval')
    .description('ask models to fix each ticket in one answer; run it again to resume')
    .requiredOption(
      '--model <model>',
      'a model with a known price (repeatable, or a,b)',
      collectList,
    )
    .option(
      '--system-prompt <name|file>',
      'study: as specific as the prompt of the study; or a file with a prompt of your own',
      'default',
    )
    .option(
      '--max-tokens <n>',
      'maximum tokens of an answer; <provider>=<n> for one provider (repeatable)',
      (value, previous) => settingsOf(value, previous, tokens),
      {},
    )
    .option(
      '--temperature <t>',
      'default: 0.3 for openai, none for anthropic; <provider>=<t> for one provider; none omits it',
      (value, previous) => settingsOf(value, previous, temperature),
      {},
    )
    .option('--jobs <count>', 'number of concurrent questions', positive, 4)
    .option('--budget <usd>', 'maximum total cost of the answers in the folder', dollars, 20)
    .option('--price-overrides <file>', 'prices of models, which override the built-in ones');
  addSubjectOptions(addTiersFolder(command)).action(async (options: EvalOptions) => {
    setExitCode(await interruptible((signals) => runEval(options, signals)));
  });
}

async function runEval(
  options: EvalOptions,
  { drain, stop }: { readonly drain: AbortSignal; readonly stop: AbortSignal },
): Promise<number> {
  const prices = await pricesOf(options.priceOverrides);
  const models = options.model.map((name) => {
    const { provider, client } = clientOf(name, prices);
    return { client, settings: answerSettings(provider, options) };
  });
  const { systemPrompt: prompt } = options;
  const isName = SYSTEM_PROMPTS.some((name) => name === prompt);
  const system = await systemPrompt(isName ? prompt : resolve(prompt));
  await using open = await openSubjects(options);
  const result = await evaluate({
    folder: resolve(options.folder),
    subjects: open.subjects,
    models,
    system,
    budgetUsd: options.budget,
    jobs: options.jobs,
    signal: stop,
    drain,
    onAnswer({ model, key, ...record }, done, all, usd) {
      const end = record.status === 'answered' ? record.stop : terminalText(record.error);
      const line = `[${done}/${all}] ${model} ${key}  ${record.status}: ${end}  $${usd.toFixed(4)}`;
      process.stderr.write(`${line}\n`);
    },
  });
  return endOf(result, options.budget);
}

/** Returns exit code 3 if a question failed, and throws a usage error if the budget is spent. */
function endOf(result: Evaluation, budget: number): number {
  const { answered, reused, failed, open, usd } = result;
  process.stderr.write(
    `${answered} answered (${reused} before), ${failed} failed, ${open} not asked; $${usd.toFixed(4)} in all\n`,
  );
  if (result.exhausted) {
    throw new RefbenchError({
      kind: 'usage',
      message: `the budget of $${budget} is too small for the next question; all answers so far are kept`,
      hint: 'run the same command with a larger --budget to resume',
    });
  }
  return failed > 0 ? EXIT_CODES['infra-incomplete'] : EXIT_CODES.ok;
}

function answerSettings(provider: Provider, options: EvalOptions): AnswerSettings {
  const usual = STUDY_SETTINGS[provider];
  const given = options.temperature[provider];
  return {
    max_tokens: options.maxTokens[provider] ?? usual.max_tokens,
    temperature: given === undefined ? usual.temperature : given,
  };
}

/** Parses `value` for every provider, or `provider=value` for one. */
function settingsOf<T>(
  text: string,
  previous: Partial<Record<Provider, T>>,
  parse: (value: string) => T,
): Partial<Record<Provider, T>> {
  const [, provider, value = ''] = /^(?:(anthropic|openai)=)?(.*)$/s.exec(text) ?? [];
  const parsed = parse(value);
  if (provider === undefined) return { anthropic: parsed, openai: parsed };
  return { ...previous, [provider]: parsed };
}

function tokens(value: string): number {
  return positive(value);
}

function temperature(value: string): number | null {
  if (value === 'none') return null;
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= 2) return number;
  throw new InvalidArgumentError('specify a number from 0 to 2, or none');
}
