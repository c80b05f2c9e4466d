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

/** The published runs asked its predecessor, which its provider no longer serves. */
const DEFAULT_JUDGE = 'claude-sonnet-4-6';

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
  const { provider, model } = splitModel(judgeModel, prices);
  const upstream = upstreamOf(upstreamsFromEnvironment(process.env), provider, model);
  return modelJudge({ model: judgeModel, asks: model, provider }, (gateway = upstream) =>
    modelClient({ provider, model, prices, ...gateway }),
  );
}

/** `provider/model`, or a model whose price says whose it is. */
function splitModel(
  name: string,
  prices: PriceTable,
): { readonly provider: 'anthropic' | 'openai'; readonly model: string } {
  const [head = '', ...rest] = name.split('/');
  const named = (head === 'anthropic' || head === 'openai') && rest.length > 0 ? head : undefined;
  const model = named === undefined ? name : rest.join('/');
  const price = prices.priceOf(model);
  if (price === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `no price is known for the judge "${model}"`,
      mend: 'give its price in a file with --price-overrides, or name another --judge-model',
    });
  }
  const provider = named ?? price.provider ?? 'openai';
  if (provider !== 'gemini') return { provider, model };
  throw new RefbenchError({
    kind: 'usage',
    message: `"${model}" cannot be the judge: its provider's protocol is not spoken here`,
    mend: 'name a model of Anthropic or OpenAI, or openai/<model> behind a compatible endpoint',
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
