import { resolve } from 'node:path';
import type { Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import {
  loadPrices,
  modelClient,
  upstreamsFromEnvironment,
  type PriceTable,
  type Upstreams,
} from '@refbench/models';
import { modelJudge, type Judge } from '@refbench/runner';

export interface JudgeCommandOptions {
  readonly judgeModel: string;
  readonly priceOverrides?: string;
}

/** The judge of the published runs. */
const DEFAULT_JUDGE = 'claude-sonnet-4-5-20250929';

export function addJudgeOptions(command: Command): Command {
  return command.option(
    '--judge-model <model>',
    'the model that chooses among plans; openai/<model> for one that only a compatible endpoint knows',
    DEFAULT_JUDGE,
  );
}

/**
 * The judge, with its key and price checked before anything is paid for.
 * @throws RefbenchError kind `usage` on a model without a price, or a provider without a key
 */
export async function judgeOf(options: JudgeCommandOptions): Promise<Judge> {
  const { judgeModel, priceOverrides } = options;
  const prices = await loadPrices(
    priceOverrides === undefined ? {} : { overrides: resolve(priceOverrides) },
  );
  const { provider, model } = splitModel(judgeModel);
  refuseUnknownPrice(prices, model);
  const upstream = upstreamOf(upstreamsFromEnvironment(process.env), provider, model);
  return modelJudge(judgeModel, modelClient({ provider, model, prices, ...upstream }));
}

function splitModel(name: string): { provider: 'anthropic' | 'openai'; model: string } {
  const [head = '', ...rest] = name.split('/');
  if ((head === 'anthropic' || head === 'openai') && rest.length > 0) {
    return { provider: head, model: rest.join('/') };
  }
  return { provider: name.startsWith('claude') ? 'anthropic' : 'openai', model: name };
}

function refuseUnknownPrice(prices: PriceTable, model: string): void {
  if (prices.priceOf(model) !== undefined) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `no price is known for the judge "${model}"`,
    mend: 'give its price in a file with --price-overrides, or name another --judge-model',
  });
}

function upstreamOf(
  upstreams: Upstreams,
  provider: 'anthropic' | 'openai',
  model: string,
): { readonly baseUrl: string; readonly apiKey: string } {
  const upstream = upstreams[provider];
  if (upstream !== undefined) return upstream;
  throw new RefbenchError({
    kind: 'usage',
    message: `the judge "${model}" has no key`,
    mend: `set ${provider.toUpperCase()}_API_KEY, or name another --judge-model`,
  });
}
