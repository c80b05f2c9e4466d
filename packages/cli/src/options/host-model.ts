import { resolve } from 'node:path';
import type { Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import {
  loadPrices,
  modelClient,
  requirePrice,
  upstreamsFromEnvironment,
  type ModelClient,
  type ModelPrice,
  type PriceTable,
  type Upstreams,
} from '@refbench/models';
import { dollars } from './model-options.ts';

/** The role of a model in messages, and the option that selects it. */
export interface ModelRole {
  readonly called: string;
  readonly option: string;
}

const MODEL: ModelRole = { called: 'model', option: '--model' };

/** Options of a model that the host itself uses, with its own budget. */
export interface HostModelOptions {
  readonly model?: string;
  readonly budget: number;
  readonly priceOverrides?: string;
}

export function addHostModelOptions(command: Command): Command {
  return command
    .option(
      '--model <model>',
      'a model with a known price; openai/<model> for a compatible endpoint',
    )
    .option('--budget <usd>', 'maximum cost of this command', dollars, 20)
    .option('--price-overrides <file>', 'prices of models, which override the built-in ones');
}

/** @throws RefbenchError kind `usage` if no model is specified, or it has no price or no key */
export async function hostModelOf(
  options: HostModelOptions,
): Promise<{ readonly client: ModelClient; readonly budgetUsd: number }> {
  const { budget, priceOverrides } = options;
  const name = requireModel(options.model);
  const prices = await pricesOf(priceOverrides);
  return { client: clientOf(name, prices).client, budgetUsd: budget };
}

/** Loads the built-in prices and the overrides of a file. */
export function pricesOf(overrides: string | undefined): Promise<PriceTable> {
  return loadPrices(overrides === undefined ? {} : { overrides: resolve(overrides) });
}

/** @throws RefbenchError kind `usage` if the model has no price or no key */
export function clientOf(
  name: string,
  prices: PriceTable,
): { readonly provider: 'anthropic' | 'openai'; readonly client: ModelClient } {
  const { provider, model } = splitModel(name, prices, MODEL);
  const upstream = upstreamOf(upstreamsFromEnvironment(process.env), provider, model, MODEL);
  noteLastDays(name, requirePrice(prices, model));
  return { provider, client: modelClient({ provider, model, prices, ...upstream }) };
}

/** Notes that come this long before a model is retired leave time to finish a study. */
const NOTICE_MS = 60 * 24 * 60 * 60_000;

/**
 * Says that a price is only of historic interest, because the model may cost something else now, or that
 * the model is not served for long.
 */
export function noteLastDays(
  name: string,
  { ended, retires, source }: ModelPrice,
  now: number = Date.now(),
): void {
  if (retires !== undefined && Date.parse(retires) - now < NOTICE_MS) {
    process.stderr.write(
      `note: the provider stops serving ${name} on ${retires}; results cannot be repeated afterwards\n`,
    );
  }
  if (ended === undefined) return;
  const from = source === undefined ? '' : ` (${source})`;
  process.stderr.write(
    `note: the price of ${name} ended before ${ended}${from}; use --price-overrides for another one\n`,
  );
}

/** @throws RefbenchError kind `usage` if no model is specified */
export function requireModel(name: string | undefined): string {
  if (name !== undefined) return name;
  throw new RefbenchError({
    kind: 'usage',
    message: 'no model is specified',
    hint: 'use --model, and set ANTHROPIC_API_KEY or OPENAI_API_KEY',
  });
}

/** Splits `provider/model`. Without a provider, the price table determines it. */
export function splitModel(
  name: string,
  prices: PriceTable,
  role: ModelRole,
): { readonly provider: 'anthropic' | 'openai'; readonly model: string } {
  const [head = '', ...rest] = name.split('/');
  const named = (head === 'anthropic' || head === 'openai') && rest.length > 0 ? head : undefined;
  const model = named === undefined ? name : rest.join('/');
  const price = prices.priceOf(model);
  if (price === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `unknown price of the ${role.called} "${model}"`,
      hint: `add its price with --price-overrides, or choose another ${role.option}`,
    });
  }
  const provider = named ?? price.provider ?? 'openai';
  if (provider !== 'gemini') return { provider, model };
  throw new RefbenchError({
    kind: 'usage',
    message: `"${model}" cannot be the ${role.called}: the protocol of its provider is not supported`,
    hint: 'choose a model of Anthropic or OpenAI, or openai/<model> for a compatible endpoint',
  });
}

export function upstreamOf(
  upstreams: Upstreams,
  provider: 'anthropic' | 'openai',
  model: string,
  role: ModelRole,
): { readonly baseUrl: string; readonly apiKey: string } {
  const upstream = upstreams[provider];
  if (upstream !== undefined) return upstream;
  throw new RefbenchError({
    kind: 'usage',
    message: `the ${role.called} "${model}" has no key`,
    hint: `set ${provider.toUpperCase()}_API_KEY, or choose another ${role.option}`,
  });
}
