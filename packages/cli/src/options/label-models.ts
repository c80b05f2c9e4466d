import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { LabelCriterion } from '@refbench/contracts';
import type { ContextLimits, LabelClients } from '@refbench/labeling';
import {
  loadPrices,
  modelClient,
  requirePrice,
  upstreamsFromEnvironment,
  type ModelPrice,
  type PriceTable,
  type SpendingLimit,
} from '@refbench/models';
import { requireModel, splitModel, upstreamOf, type ModelRole } from './host-model.ts';
import { share } from './mode-options.ts';
import { dollars } from './model-options.ts';
import { natural, positive } from './number-options.ts';

/** The models that label each criterion, and their limits. */
export interface LabelModelOptions {
  readonly model?: string;
  readonly issueModel?: string;
  readonly testsModel?: string;
  readonly effortModel?: string;
  readonly readerModel?: string;
  readonly budget: number;
  readonly priceOverrides?: string;
  readonly contextShare: number;
  readonly contextTokens?: number;
  readonly mapTokens?: number;
  readonly maxOutputTokens: number;
}

export function addLabelModelOptions(command: Command): Command {
  return command
    .option(
      '--model <model>',
      'model for every criterion; openai/<model> for a compatible endpoint',
    )
    .option('--issue-model <model>', 'model for issue clarity (default: --model)')
    .option('--tests-model <model>', 'model for test coverage (default: --model)')
    .option('--effort-model <model>', 'model for effort (default: --model)')
    .option(
      '--reader-model <model>',
      'small model that extracts scores from free-text answers (default: structured answers)',
    )
    .option('--budget <usd>', 'maximum total cost of this run, including resumed ones', dollars, 20)
    .option('--price-overrides <file>', 'prices of models, which override the built-in ones')
    .option('--context-share <share>', 'share of the context that a prompt may fill', share, 0.8)
    .option('--context-tokens <n>', 'context size of the model', positive)
    .option('--map-tokens <n>', 'size of the repository map; 0 for none', natural)
    .option('--max-output-tokens <n>', 'maximum tokens of one answer', positive, 8_000);
}

type LabelRole = LabelCriterion | 'reader';

export interface LabelModels {
  readonly models: Readonly<Record<LabelCriterion, string>> & { readonly reader: string | null };
  readonly prices: Readonly<Record<LabelCriterion, ModelPrice>>;
  readonly readerPrice: ModelPrice | undefined;
  readonly limits: Readonly<Record<LabelCriterion, ContextLimits>>;
  /** Only this function needs the API keys. */
  readonly clients: (limit: SpendingLimit) => LabelClients;
}

/** The context size of models whose price entry does not specify it. */
const DEFAULT_CONTEXT_TOKENS = 128_000;

/** @throws RefbenchError kind `usage` if a role has no model, or the model has no price */
export async function labelModelsOf(options: LabelModelOptions): Promise<LabelModels> {
  const { priceOverrides } = options;
  const prices = await loadPrices(
    priceOverrides === undefined ? {} : { overrides: resolve(priceOverrides) },
  );
  const issue = roleModelOf('issue', requireModel(options.issueModel ?? options.model), prices);
  const tests = roleModelOf('tests', requireModel(options.testsModel ?? options.model), prices);
  const effort = roleModelOf('effort', requireModel(options.effortModel ?? options.model), prices);
  const reader =
    options.readerModel === undefined
      ? undefined
      : roleModelOf('reader', options.readerModel, prices);
  const limitsOf = ({ price }: RoleModel): ContextLimits => {
    const contextTokens = options.contextTokens ?? price.context_tokens ?? DEFAULT_CONTEXT_TOKENS;
    return {
      contextTokens,
      share: options.contextShare,
      mapTokens: options.mapTokens ?? Math.min(4_096, Math.max(1_024, contextTokens >> 3)),
    };
  };
  return {
    models: {
      issue: issue.name,
      tests: tests.name,
      effort: effort.name,
      reader: reader?.name ?? null,
    },
    prices: { issue: issue.price, tests: tests.price, effort: effort.price },
    readerPrice: reader?.price,
    limits: { issue: limitsOf(issue), tests: limitsOf(tests), effort: limitsOf(effort) },
    clients: (limit) => {
      const upstreams = upstreamsFromEnvironment(process.env);
      const { maxOutputTokens } = options;
      const client = ({ role, label, provider, model }: RoleModel): LabelClients['issue'] => {
        const upstream = upstreamOf(upstreams, provider, model, label);
        const asked = modelClient({ provider, model, prices, maxOutputTokens, ...upstream });
        return limit.limit(asked, role);
      };
      return {
        issue: client(issue),
        tests: client(tests),
        effort: client(effort),
        reader: reader === undefined ? undefined : client(reader),
      };
    },
  };
}

interface RoleModel {
  readonly role: LabelRole;
  readonly label: ModelRole;
  readonly name: string;
  readonly provider: 'anthropic' | 'openai';
  readonly model: string;
  readonly price: ModelPrice;
}

function roleModelOf(role: LabelRole, name: string, prices: PriceTable): RoleModel {
  const label = { called: `model for ${role}`, option: `--${role}-model` };
  const { provider, model } = splitModel(name, prices, label);
  return { role, label, name, provider, model, price: requirePrice(prices, model) };
}
