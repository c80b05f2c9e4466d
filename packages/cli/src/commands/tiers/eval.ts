import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import {
  evaluate,
  STUDY_SETTINGS,
  systemPrompt,
  type AnswerSettings,
  type Evaluation,
  type Provider,
} from '@refbench/outcome-tiers';
import { clientOf, pricesOf } from '../../host-model.ts';
import { interruptible } from '../../mine-options.ts';
import { positive } from '../../number-options.ts';
import { dollars } from '../../model-options.ts';
import { terminalText } from '../../terminal-text.ts';
import { addTiersFolder } from '../../tiers-options.ts';
import { addSubjectOptions, openSubjects, type SubjectOptions } from '../../tiers-subjects.ts';
import { collectList } from '../../workspace-options.ts';

interface EvalOptions extends SubjectOptions {
  readonly model: readonly string[];
  readonly systemPrompt?: string;
  readonly maxTokens: Partial<Record<Provider, number>>;
  readonly temperature: Partial<Record<Provider, number | null>>;
  readonly budget: number;
  readonly jobs: number;
  readonly priceOverrides?: string;
}

export function addTiersEvalCommand(tiers: Command, setExitCode: (code: number) => void): void {
  const command = tiers
    .command('eval')
    .description('ask models to fix each ticket in one answer; the same command goes on')
    .requiredOption('--model <model>', 'a model with a price (repeatable, or a,b)', collectList)
    .option('--system-prompt <file>', 'another instruction to the model, to the letter')
    .option(
      '--max-tokens <n>',
      'longest answer; <provider>=<n> for one provider (repeatable)',
      (value, previous) => settingsOf(value, previous, tokens),
      {},
    )
    .option(
      '--temperature <t>',
      '0.3 for openai and none for anthropic by default; <provider>=<t> for one, none to leave it out',
      (value, previous) => settingsOf(value, previous, temperature),
      {},
    )
    .option('--jobs <count>', 'questions asked at once', positive, 4)
    .option('--budget <usd>', 'what all answers in the folder may cost together', dollars, 20)
    .option('--price-overrides <file>', 'prices of models, over those that refbench knows');
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
  const system = await systemPrompt(
    options.systemPrompt === undefined ? undefined : resolve(options.systemPrompt),
  );
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

/** Ends with 3 where a question failed, and as a wrong use where the money is spent. */
function endOf(result: Evaluation, budget: number): number {
  const { answered, reused, failed, open, usd } = result;
  process.stderr.write(
    `${answered} answered (${reused} before), ${failed} failed, ${open} not asked; $${usd.toFixed(4)} in all\n`,
  );
  if (result.exhausted) {
    throw new RefbenchError({
      kind: 'usage',
      message: `the budget of $${budget} does not pay for the next question; all answers are kept`,
      hint: 'run the same command with a larger --budget: it goes on where this one ended',
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

/** `value` for every provider, or `provider=value`. */
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
  throw new InvalidArgumentError('give a number from 0 to 2, or none');
}
