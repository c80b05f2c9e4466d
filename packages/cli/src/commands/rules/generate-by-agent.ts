import { join, resolve } from 'node:path';
import { resolveAgent, type Agent } from '@refbench/agents';
import { RefbenchError } from '@refbench/contracts';
import { loadPrices, SpendingLimit, upstreamsFromEnvironment } from '@refbench/models';
import { RuleRegistration, type Generation, type GenerationEnd } from '@refbench/rule-mining';
import {
  newRunId,
  writeRulesByAgent,
  type ModelOptions,
  type RuleAgentWork,
} from '@refbench/runner';
import { prepareBase, subjectOf, type GenerateWork } from './generate-base.ts';

interface AgentWriterOptions {
  readonly agent?: string;
  readonly model?: string;
  readonly priceOverrides?: string;
  readonly stateDir: string;
}

/** Agents of `run` that write no rules. */
const CANNOT_WRITE: ReadonlySet<string> = new Set(['golden', 'nop', 'script']);

/**
 * Returns the function with which an agent writes rules; undefined if the command names none.
 * @param hasTurns whether the command line limits the turns, which only a client itself can do
 * @throws RefbenchError kind `usage` for an agent that cannot write rules
 */
export async function agentWriter(
  { agent: name, model, priceOverrides, stateDir }: AgentWriterOptions,
  hasTurns: boolean,
): Promise<((work: GenerateWork) => Promise<Generation>) | undefined> {
  if (name === undefined) return undefined;
  if (hasTurns) throw usage('--turns has no effect with --agent', 'use --budget and --minutes');
  if (CANNOT_WRITE.has(name)) {
    throw usage(
      `${name} changes the tree and cannot write rules`,
      'use a published client with --model, or the path of an agent directory',
    );
  }
  const agent = await resolveAgent(name, {
    stateDir: resolve(stateDir),
    ...(model === undefined ? {} : { model }),
  });
  const overrides = priceOverrides === undefined ? {} : { overrides: resolve(priceOverrides) };
  const prices = agent.model === undefined ? undefined : await loadPrices(overrides);
  return async (work) => {
    const { budgetUsd } = work;
    const upstreams = upstreamsFromEnvironment(process.env);
    const models =
      prices === undefined ? undefined : { prices, upstreams, budgetUsd, runBudgetUsd: null };
    return await generateByAgent(work, agent, models);
  };
}

async function generateByAgent(
  work: GenerateWork,
  agent: Agent,
  models: ModelOptions | undefined,
): Promise<Generation> {
  const { entry, target, folder, stateDir, signals, say } = work;
  await using registration = await RuleRegistration.open({
    ...(await subjectOf(work)),
    context: target.context,
    scan: target.scanOptions,
    agent: {
      name: agent.name,
      digest: agent.digest,
      model: agent.model?.name ?? null,
    },
    onProgress: say,
  });
  const left = work.wallClockMs - registration.seconds * 1_000;
  const resultOf = async (end: GenerationEnd): Promise<Generation> => {
    await registration.end(end);
    // Also counts what earlier processes spent.
    await using spending = await SpendingLimit.open(join(folder, 'ledger.jsonl'), work.budgetUsd);
    const usd = spending.spentUsd;
    const { registered, calls: turns, seconds, transcriptPath: transcript } = registration;
    return { end, registered, turns, usd, seconds, transcript };
  };
  if (registration.finished) return await resultOf('finished');
  if (left <= 0) return await resultOf('time');
  await using base = await prepareBase(work);
  say(`${agent.name} ${agent.version} writes rules`);
  const result = await writeRulesByAgent({
    agent,
    models,
    entry,
    stateDir,
    folder,
    ...base,
    prompt: registration.prompt,
    register: (side, rules, signal) => registration.register(side, rules, signal),
    finish: (summary) => registration.finish(summary),
    wallClockMs: Math.ceil(left),
    run: newRunId(),
    signal: signals.drain,
  });
  signals.drain.throwIfAborted();
  if (result === undefined) throw new Error('an agent was stopped without a signal');
  return await resultOf(endOf(result));
}

/** @throws RefbenchError kind `infra-incomplete` if the agent is not responsible for its end */
function endOf({ finished, outcome }: RuleAgentWork): GenerationEnd {
  if (finished || outcome === undefined) return 'finished';
  switch (outcome.kind) {
    case 'completed':
      return 'answered';
    case 'budget-exceeded':
      return 'budget';
    case 'timed-out':
      return 'time';
    case 'infra-failed':
      throw new RefbenchError({
        kind: 'infra-incomplete',
        message: `the agent could not go on: ${outcome.detail}`,
        hint: 'run the same command again; registered rules are kept',
      });
    case 'agent-failed':
    case 'out-of-memory':
    case 'storage-exceeded':
    case 'no-plan':
    case 'harvest-exceeded':
    case 'dependencies-missing':
      return 'agent-failed';
  }
}

function usage(message: string, hint: string): RefbenchError {
  return new RefbenchError({ kind: 'usage', message, hint });
}
