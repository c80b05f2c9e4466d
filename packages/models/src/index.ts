/**
 * Model clients, and a gateway that meters prices and budgets for four model APIs.
 *
 * @module @refbench/models
 */

export { embedTexts } from './client/embeddings.ts';
export { recordExchanges, replayExchanges } from './client/exchanges.ts';
export { modelClient, type ModelClient } from './client/model-client.ts';
export { SpendingLimit, type LimitedClient } from './client/spending-limit.ts';
export {
  addAskCosts,
  askUntilFits,
  NO_ASK_COST,
  requireAnswer,
  type AskCost,
  type AskResult,
  type Paid,
} from './client/ask-until-fits.ts';
export { BudgetSpent, CallBudget } from './client/call-budget.ts';
export { ProviderWatch } from './client/provider-watch.ts';
export { AnswerMisfit } from './client/structured.ts';
export type { LoopTurn, Tool, ToolLoopResult } from './client/tool-loop.ts';
export type { AttemptGate, Exhausted } from './gateway/attempt-gate.ts';
export { priceOrRefuse, startGateway, type Gateway } from './gateway/gateway.ts';
export { listenInFolder, SOCKET_NAME, sweepSocketFolders } from './gateway/socket-folder.ts';
export type { GatewayLimits } from './gateway/limits.ts';
export { upstreamsFromEnvironment, type Upstream, type Upstreams } from './gateway/upstreams.ts';
export { usageRecordSchema } from './gateway/usage-record.ts';
export { usdOfCall } from './prices/cost.ts';
export type { ModelPrice, Provider } from './prices/price-schema.ts';
export { loadPrices, requirePrice, type PriceTable } from './prices/price-table.ts';
