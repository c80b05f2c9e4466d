import { resolve } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { RefbenchError } from '@refbench/contracts';
import { loadPrices, upstreamsFromEnvironment } from '@refbench/models';
import type { ModelOptions } from '@refbench/runner';
import { collectList } from './workspace-options.ts';

export interface ModelCommandOptions {
  readonly model: readonly string[];
  readonly agentVersion: readonly string[];
  readonly budget: number;
  readonly runBudget?: number;
  readonly priceOverrides?: string;
}

/** The budget per task in the paper. */
export const DEFAULT_BUDGET_USD = 11;

/** Adds the options for the models of agents and their budgets. */
export function addModelOptions(command: Command, budgetUsd: number = DEFAULT_BUDGET_USD): Command {
  return command
    .option(
      '--model <model>',
      'model of all agents, or <agent>=<model> for one (repeatable, or a,b)',
      collectList,
      [],
    )
    .option(
      '--agent-version <version>',
      'npm version of the agent (default: the pinned one); <agent>=<version> if there are several',
      collectList,
      [],
    )
    .option('--budget <usd>', 'maximum cost of one attempt', dollars, budgetUsd)
    .option('--run-budget <usd>', 'maximum total cost of all attempts of the run', dollars)
    .option('--price-overrides <file>', 'prices of models, which override the built-in ones');
}

/** Loads prices and keys. The keys never leave this process. */
export async function modelOptionsOf(options: ModelCommandOptions): Promise<ModelOptions> {
  const { priceOverrides, runBudget } = options;
  return {
    prices: await loadPrices(
      priceOverrides === undefined ? {} : { overrides: resolve(priceOverrides) },
    ),
    upstreams: upstreamsFromEnvironment(process.env),
    budgetUsd: options.budget,
    runBudgetUsd: runBudget ?? null,
  };
}

/**
 * Returns the value for one agent from a list of `value` and `agent=value`. The specific value takes
 * precedence.
 * @throws RefbenchError kind `usage` if a value is empty
 */
export function forAgent(
  option: string,
  values: readonly string[],
  agent: string,
  agents: readonly string[],
): string | undefined {
  const pairs = values.map((value) => splitPair(value, agents));
  if (pairs.some(({ value }) => value === '')) throw unusable(option, values);
  const own = pairs.findLast((pair) => pair.agent === agent);
  return (own ?? pairs.findLast((pair) => pair.agent === undefined))?.value;
}

/** The name of a model may contain "=", so only a known agent before it makes a pair. */
function splitPair(
  text: string,
  agents: readonly string[],
): { readonly agent: string | undefined; readonly value: string } {
  const agent = agents.find((name) => text.startsWith(`${name}=`));
  return agent === undefined
    ? { agent, value: text }
    : { agent, value: text.slice(agent.length + 1) };
}

function unusable(option: string, values: readonly string[]): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `${option} ${values.join(',')} has no value for one of its agents`,
    hint: 'use <value>, or <agent>=<value>',
  });
}

/** A commander parser for numeric options. */
export function dollars(value: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number <= 0) {
    throw new InvalidArgumentError('specify dollars above 0, e.g. 2.50');
  }
  return number;
}
