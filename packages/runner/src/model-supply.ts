import { RefbenchError } from '@refbench/contracts';
import { ensureNode } from '@refbench/agents';
import {
  priceOrRefuse,
  startGateway,
  type Gateway,
  type PriceTable,
  type Upstreams,
} from '@refbench/models';
import type { Contestant } from './contestant.ts';

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
export interface ModelSupply extends AsyncDisposable {
  readonly gateway: Gateway;
  /** Host folder with bin/node. */
  readonly nodeFolder: string;
  readonly runBudgetUsd: number | null;
}

export interface SupplyRequest {
  readonly contestants: readonly Contestant[];
  readonly models: ModelOptions | undefined;
  readonly stateDir: string;
  readonly ledgerFile: string;
  readonly signal: AbortSignal;
}

/**
 * Starts the gateway of a run, where an agent of it needs one.
 * @throws RefbenchError kind `usage` on a model without a price or a key: what cannot be metered is not
 *   run, and what cannot be asked should not cost an image build
 */
export async function openModelSupply(request: SupplyRequest): Promise<ModelSupply | undefined> {
  const asking = request.contestants.filter((contestant) => contestant.model !== undefined);
  const [first] = asking;
  if (first === undefined) return undefined;
  const { models } = request;
  if (models === undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `agent "${first.name}" needs a model, and this command offers none`,
      mend: 'use an agent without a model',
    });
  }
  refuseUnusable(asking, models);
  const nodeFolder = await ensureNode(request.stateDir, request.signal);
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
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

function refuseUnusable(asking: readonly Contestant[], models: ModelOptions): void {
  for (const model of asking.flatMap((contestant) => contestant.model?.names ?? [])) {
    priceOrRefuse(model, models);
  }
}
