import { resolve } from 'node:path';
import type { Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import {
  loadPrices,
  modelClient,
  upstreamsFromEnvironment,
  type ModelClient,
  type PriceTable,
  type Upstreams,
} from '@refbench/models';
import { dollars } from './model-options.ts';

/** What messages call a model, and the option that names it. */
export interface ModelRole {
  readonly called: string;
  readonly option: string;
}

const MODEL: ModelRole = { called: 'model', option: '--model' };

/** A model for work on the host, with a budget of its own. */
export interface HostModelOptions {
  readonly model?: string;
  readonly budget: number;
  readonly priceOverrides?: string;
}

export function addHostModelOptions(command: Command): Command {
  return command
    .option('--model <model>', 'a model with a price; openai/<model> behind a compatible endpoint')
    .option('--budget <usd>', 'what this command may spend', dollars, 20)
    .option('--price-overrides <file>', 'prices of models, over those that refbench knows');
}

/** @throws RefbenchError kind `usage` where no model is named, or it has no price or no key */
export async function hostModelOf(
  options: HostModelOptions,
): Promise<{ readonly client: ModelClient; readonly budgetUsd: number }> {
  const { budget, priceOverrides } = options;
  const name = requireModel(options.model);
  const prices = await pricesOf(priceOverrides);
  return { client: clientOf(name, prices).client, budgetUsd: budget };
}

/** The shipped prices, with those of a file over them. */
export function pricesOf(overrides: string | undefined): Promise<PriceTable> {
  return loadPrices(overrides === undefined ? {} : { overrides: resolve(overrides) });
}

/** @throws RefbenchError kind `usage` where the model has no price or no key */
export function clientOf(
  name: string,
  prices: PriceTable,
): { readonly provider: 'anthropic' | 'openai'; readonly client: ModelClient } {
  const { provider, model } = splitModel(name, prices, MODEL);
  const upstream = upstreamOf(upstreamsFromEnvironment(process.env), provider, model, MODEL);
  return { provider, client: modelClient({ provider, model, prices, ...upstream }) };
}

/** @throws RefbenchError kind `usage` where no model is named */
export function requireModel(name: string | undefined): string {
  if (name !== undefined) return name;
  throw new RefbenchError({
    kind: 'usage',
    message: 'no model is named',
    hint: 'give --model, with its key in ANTHROPIC_API_KEY or OPENAI_API_KEY',
  });
}

/** `provider/model`, or a model whose price says whose it is. */
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
      message: `no price is known for the ${role.called} "${model}"`,
      hint: `give its price in a file with --price-overrides, or name another ${role.option}`,
    });
  }
  const provider = named ?? price.provider ?? 'openai';
  if (provider !== 'gemini') return { provider, model };
  throw new RefbenchError({
    kind: 'usage',
    message: `"${model}" cannot be the ${role.called}: its provider's protocol is not spoken here`,
    hint: 'name a model of Anthropic or OpenAI, or openai/<model> behind a compatible endpoint',
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
    hint: `set ${provider.toUpperCase()}_API_KEY, or name another ${role.option}`,
  });
}
