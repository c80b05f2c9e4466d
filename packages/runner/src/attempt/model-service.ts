import { RefbenchError, type Digest } from '@refbench/contracts';
import { ensureNode, type AgentModel } from '@refbench/agents';
import {
  priceOrRefuse,
  startGateway,
  type Gateway,
  type PriceTable,
  type Upstreams,
} from '@refbench/models';
import type { Judge } from '../modes/judge.ts';

/** What a run may use of models. */
export interface ModelOptions {
  readonly prices: PriceTable;
  readonly upstreams: Upstreams;
  /** Per attempt. */
  readonly budgetUsd: number;
  /** All attempts together; null: no more than their own budgets. */
  readonly runBudgetUsd: number | null;
}

/** The run's gateway, and what a container needs to reach it. */
export interface ModelService extends AsyncDisposable {
  readonly gateway: Gateway;
  /** Host folder with bin/node; empty where no agent asks for a model. */
  readonly nodeFolder: string;
  readonly runBudgetUsd: number | null;
  /** Of the prices that the gateway counts with. */
  readonly prices: Digest;
}

export interface ModelServiceRequest {
  readonly submissions: readonly { readonly name: string; readonly model?: AgentModel }[];
  readonly models: ModelOptions | undefined;
  /** It asks through the gateway, too. */
  readonly judge: Judge | undefined;
  readonly stateDir: string;
  readonly ledgerFile: string;
  readonly signal: AbortSignal;
}

/**
 * Starts the gateway of a run, where an agent of it or its judge needs one.
 * @throws RefbenchError kind `usage` on a model without a price or a key: what cannot be metered is not
 *   run, and what cannot be asked should not cost an image build
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
      message: `"${first}" needs a model, and this command offers none`,
      hint: 'use an agent without a model',
    });
  }
  const asked = asking.flatMap((submission) => submission.model?.names ?? []);
  for (const model of [...asked, ...(judge === undefined ? [] : [judge.asks])]) {
    priceOrRefuse(model, models);
  }
  // The judge asks from the host: only agents need the way out of a container.
  const nodeFolder = asking.length === 0 ? '' : await ensureNode(request.stateDir, request.signal);
  const gateway = await startGateway({
    stateDir: request.stateDir,
    ledgerFile: request.ledgerFile,
    prices: models.prices,
    upstreams: models.upstreams,
    runBudgetUsd: models.runBudgetUsd,
  });
  return {
    gateway,
    nodeFolder,
    runBudgetUsd: models.runBudgetUsd,
    prices: models.prices.digest,
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}
