import { resolve } from 'node:path';
import type { Command } from 'commander';
import { loadPrices, modelClient, upstreamsFromEnvironment } from '@refbench/models';
import { modelJudge, type Judge } from '@refbench/runner';
import { splitModel, upstreamOf, type ModelRole } from './host-model.ts';

export interface JudgeCommandOptions {
  readonly judgeModel: string;
  readonly priceOverrides?: string;
}

/** The published runs used its predecessor, which is no longer available. */
const DEFAULT_JUDGE = 'claude-sonnet-4-6';

const JUDGE: ModelRole = { called: 'judge', option: '--judge-model' };

export function addJudgeOptions(command: Command): Command {
  return command.option(
    '--judge-model <model>',
    'model that chooses among plans; openai/<model> for a compatible endpoint',
    DEFAULT_JUDGE,
  );
}

/**
 * Creates the judge. Its key and price are checked before anything costs money.
 * @throws RefbenchError kind `usage` if the model has no price or the provider no key
 */
export async function judgeOf(options: JudgeCommandOptions): Promise<Judge> {
  const { judgeModel, priceOverrides } = options;
  const prices = await loadPrices(
    priceOverrides === undefined ? {} : { overrides: resolve(priceOverrides) },
  );
  const { provider, model } = splitModel(judgeModel, prices, JUDGE);
  const upstream = upstreamOf(upstreamsFromEnvironment(process.env), provider, model, JUDGE);
  return modelJudge({ model: judgeModel, asks: model, provider }, (gateway = upstream) =>
    modelClient({ provider, model, prices, ...gateway }),
  );
}
