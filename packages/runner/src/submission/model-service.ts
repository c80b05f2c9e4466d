import { RefbenchError, type Digest } from '@refbench/contracts';
import { ensureNode, type AgentModel } from '@refbench/agents';
import {
  priceOrRefuse,
  startGateway,
  type Gateway,
  type PriceTable,
  type Upstreams,
} from '@refbench/models';
import type { Engine } from '@refbench/sandbox';
import type { Judge } from './judge.ts';

/** Models, prices and budgets of a run. */
export interface ModelOptions {
  readonly prices: PriceTable;
  readonly upstreams: Upstreams;
  /** Budget of one attempt. */
  readonly budgetUsd: number;
  /** Budget of all attempts together; null if only the budget of each attempt applies. */
  readonly runBudgetUsd: number | null;
  /** A gateway on another host, which has the keys and the ledger. Otherwise, one is started here. */
  readonly gateway?: Gateway;
}

/** The gateway of a run, and what a container needs to reach it. */
export interface ModelService extends AsyncDisposable {
  readonly gateway: Gateway;
  /** Host folder with bin/node; empty if no agent needs a model. */
  readonly nodeFolder: string;
  readonly runBudgetUsd: number | null;
  /** Digest of the price table. */
  readonly prices: Digest;
}

export interface ModelServiceRequest {
  readonly submissions: readonly { readonly name: string; readonly model?: AgentModel }[];
  readonly models: ModelOptions | undefined;
  /** The judge also calls its model through the gateway. */
  readonly judge: Judge | undefined;
  /** The gateway is a socket of this host, which containers of a distant engine cannot reach. */
  readonly engine: Pick<Engine, 'sharesFiles'>;
  readonly stateDir: string;
  readonly ledgerFile: string;
  readonly signal: AbortSignal;
}

/**
 * Starts the gateway of a run if an agent or the judge needs one.
 * @throws RefbenchError kind `usage` on a model without a price or a key, before any image is built
 */
export async function openModelService(
  request: ModelServiceRequest,
): Promise<ModelService | undefined> {
  const asking = request.submissions.filter((submission) => submission.model !== undefined);
  const { models, judge } = request;
  const first = asking[0]?.name ?? judge?.model;
  if (first === undefined) return undefined;
  if (models === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `"${first}" needs a model, but this command provides none`,
      hint: 'use an agent without a model',
    });
  }
  if (asking.length > 0 && !(await request.engine.sharesFiles())) {
    throw new RefbenchError({
      kind: 'usage',
      message: `"${first}" needs a model, but the engine does not see the files of this host, so its containers cannot reach the gateway`,
      hint: 'run this command on the host of the engine, outside of containers; existing patches can be graded with any engine',
    });
  }
  if (models.gateway === undefined) requireCallableModels({ submissions: asking, models, judge });
  // The judge calls from the host. Only agents need Node in their containers.
  const nodeFolder = asking.length === 0 ? '' : await ensureNode(request.stateDir, request.signal);
  const gateway =
    models.gateway ??
    (await startGateway({
      stateDir: request.stateDir,
      ledgerFile: request.ledgerFile,
      prices: models.prices,
      upstreams: models.upstreams,
      runBudgetUsd: models.runBudgetUsd,
    }));
  return {
    gateway,
    nodeFolder,
    runBudgetUsd: models.runBudgetUsd,
    prices: models.prices.digest,
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

/**
 * Refuses models that cannot be called, before anything is built.
 * @throws RefbenchError kind `usage` on a model without a price or a key
 */
export function requireCallableModels({
  submissions,
  models,
  judge,
}: Pick<ModelServiceRequest, 'submissions' | 'judge'> & { readonly models: ModelOptions }): void {
  for (const model of askedModels({ submissions, judge })) priceOrRefuse(model, models);
}

/** The models that the agents and the judge of a run ask. */
export function askedModels({
  submissions,
  judge,
}: Pick<ModelServiceRequest, 'submissions' | 'judge'>): readonly string[] {
  const ofAgents = submissions.flatMap(({ model }) => model?.names ?? []);
  return judge === undefined ? ofAgents : [...ofAgents, judge.asks];
}
