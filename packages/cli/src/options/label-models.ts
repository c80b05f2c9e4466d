import { resolve } from 'node:path';
import type { Command } from 'commander';
import { RefbenchError, type LabelCriterion } from '@refbench/contracts';
import {
  storedLabellers,
  type ContextLimits,
  type LabelClients,
  type LabelPlan,
} from '@refbench/labeling';
import {
  loadPrices,
  modelClient,
  requirePrice,
  upstreamsFromEnvironment,
  type LimitedClient,
  type ModelPrice,
  type PriceTable,
  type SpendingLimit,
} from '@refbench/models';
import {
  noteLastDays,
  requireModel,
  splitModel,
  upstreamOf,
  type ModelRole,
} from './host-model.ts';
import { share } from './mode-options.ts';
import { dollars } from './model-options.ts';
import { natural, positive } from './number-options.ts';
import { collectList } from './workspace-options.ts';

/** The models that label each criterion, and their limits. */
export interface LabelModelOptions {
  readonly model?: readonly string[];
  readonly issueModel?: readonly string[];
  readonly testsModel?: readonly string[];
  readonly effortModel?: readonly string[];
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
      '--model <models>',
      'models that label every criterion (repeatable, or a,b); openai/<model> for a compatible endpoint',
      collectList,
    )
    .option('--issue-model <models>', 'models for issue clarity (default: --model)', collectList)
    .option('--tests-model <models>', 'models for test coverage (default: --model)', collectList)
    .option('--effort-model <models>', 'models for effort (default: --model)', collectList)
    .option(
      '--reader-model <model>',
      'small model that extracts scores from free-text answers (default: structured answers)',
    )
    .option('--budget <usd>', 'maximum total cost of this run, including resumed ones', dollars, 20)
    .option('--price-overrides <file>', 'prices of models, which override the built-in ones')
    .option('--context-share <share>', 'share of the context that a prompt may fill', share, 0.8)
    .option(
      '--context-tokens <n>',
      'context to fill (default: that of the smallest model, at most 65536 as published)',
      positive,
    )
    .option(
      '--map-tokens <n>',
      'size of the repository map; 0 for none (default: an eighth of the context, from 1024 to 4096)',
      natural,
    )
    .option('--max-output-tokens <n>', 'maximum tokens of one answer', positive, 8_000);
}

export interface LabelModels {
  readonly models: LabelPlan['models'];
  /** Prices by the names in `models`. */
  readonly prices: ReadonlyMap<string, ModelPrice>;
  readonly readerPrice: ModelPrice | undefined;
  /** All models of a criterion get the same prompt, so the smallest context is the limit. */
  readonly limits: Readonly<Record<LabelCriterion, ContextLimits>>;
  /** Only this function needs the API keys. */
  readonly clients: (limit: SpendingLimit) => LabelClients;
}

/** The context size of models whose price entry does not specify it. */
const DEFAULT_CONTEXT_TOKENS = 128_000;

/**
 * The largest context that is filled by default: that of DeepSeek R1, with which SPICE labels tests. A
 * prompt that fills a context of a million tokens costs dollars.
 */
export const MOST_CONTEXT_TOKENS = 65_536;

/**
 * @param criteria the criteria to label; the others need no model
 * @throws RefbenchError kind `usage` if a criterion has no model, or a model has no price
 */
export async function labelModelsOf(
  options: LabelModelOptions,
  criteria: readonly LabelCriterion[],
): Promise<LabelModels> {
  const { priceOverrides } = options;
  const prices = await loadPrices(
    priceOverrides === undefined ? {} : { overrides: resolve(priceOverrides) },
  );
  const of = (
    criterion: LabelCriterion,
    own: readonly string[] | undefined,
  ): readonly RoleModel[] => {
    const names = own ?? options.model;
    if (names === undefined && !criteria.includes(criterion)) return [];
    return uniqueModels(names).map((name) => roleModelOf(criterion, name, prices));
  };
  const roles = {
    issue: of('issue', options.issueModel),
    tests: of('tests', options.testsModel),
    effort: of('effort', options.effortModel),
  };
  const reader =
    options.readerModel === undefined
      ? undefined
      : roleModelOf('reader', options.readerModel, prices);
  const all = [...roles.issue, ...roles.tests, ...roles.effort];
  const priced = new Map(
    [...all, ...(reader === undefined ? [] : [reader])].map((one) => [one.name, one.price]),
  );
  for (const [name, price] of priced) noteLastDays(name, price);
  const namesOf = (models: readonly RoleModel[]): LabelPlan['models']['issue'] =>
    storedLabellers(models.map(({ name }) => name));
  return {
    models: {
      issue: namesOf(roles.issue),
      tests: namesOf(roles.tests),
      effort: namesOf(roles.effort),
      reader: reader?.name ?? null,
    },
    prices: priced,
    readerPrice: reader?.price,
    limits: {
      issue: limitsOf(roles.issue, options),
      tests: limitsOf(roles.tests, options),
      effort: limitsOf(roles.effort, options),
    },
    clients: (limit) => {
      const upstreams = upstreamsFromEnvironment(process.env);
      const { maxOutputTokens } = options;
      const client = ({ name, label, provider, model }: RoleModel): LimitedClient => {
        const upstream = upstreamOf(upstreams, provider, model, label);
        const asked = modelClient({ provider, model, prices, maxOutputTokens, ...upstream });
        return limit.limit(asked, name);
      };
      return {
        labellers: new Map(all.map((one) => [one.name, client(one)])),
        reader: reader === undefined ? undefined : client(reader),
      };
    },
  };
}

function limitsOf(models: readonly RoleModel[], options: LabelModelOptions): ContextLimits {
  const sizes = models.map(({ price }) => price.context_tokens ?? DEFAULT_CONTEXT_TOKENS);
  const contextTokens = options.contextTokens ?? Math.min(MOST_CONTEXT_TOKENS, ...sizes);
  return {
    contextTokens,
    share: options.contextShare,
    mapTokens: options.mapTokens ?? Math.min(4_096, Math.max(1_024, contextTokens >> 3)),
  };
}

/** @throws RefbenchError kind `usage` if there is no model, or one is named twice */
function uniqueModels(names: readonly string[] | undefined): readonly string[] {
  const [first, ...others] = names ?? [];
  const models = [requireModel(first), ...others];
  const twice = models.find((name, at) => models.indexOf(name) < at);
  if (twice === undefined) return models;
  throw new RefbenchError({
    kind: 'usage',
    message: `model "${twice}" is named twice for one criterion`,
    hint: 'name each model once; --passes says how often each is asked',
  });
}

interface RoleModel {
  readonly label: ModelRole;
  readonly name: string;
  readonly provider: 'anthropic' | 'openai';
  readonly model: string;
  readonly price: ModelPrice;
}

function roleModelOf(role: LabelCriterion | 'reader', name: string, prices: PriceTable): RoleModel {
  const label = { called: `model for ${role}`, option: `--${role}-model` };
  const { provider, model } = splitModel(name, prices, label);
  return { label, name, provider, model, price: requirePrice(prices, model) };
}
