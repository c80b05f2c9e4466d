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

/** What the paper allows a task. */
const DEFAULT_BUDGET_USD = 11;

/** Which models agents use, and what they may cost. */
export function addModelOptions(command: Command, budgetUsd: number = DEFAULT_BUDGET_USD): Command {
  return command
    .option(
      '--model <model>',
      'for all agents, or <agent>=<model> for one (repeatable, or a,b)',
      collectList,
      [],
    )
    .option(
      '--agent-version <version>',
      'of an agent from npm instead of the pinned one; <agent>=<version> where there are several',
      collectList,
      [],
    )
    .option('--budget <usd>', 'what one attempt may spend', dollars, budgetUsd)
    .option('--run-budget <usd>', 'what all attempts of the run may spend together', dollars)
    .option('--price-overrides <file>', 'prices of models, over those that refbench knows');
}

/** Prices and keys; the keys stay in this process. */
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
 * The value for one agent among `value` and `agent=value`; its own comes first.
 * @throws RefbenchError kind `usage` on an empty value
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

/** A model's name may hold a "=": only an agent of the command before it makes a pair. */
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
    message: `${option} ${values.join(',')} holds no value for one of its agents`,
    hint: 'write <value>, or <agent>=<value>',
  });
}

/** A commander parser. */
export function dollars(value: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number <= 0) {
    throw new InvalidArgumentError('give dollars above 0, e.g. 2.50');
  }
  return number;
}
