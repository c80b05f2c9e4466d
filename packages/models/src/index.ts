/**
 * Model clients, and a gateway that meters prices and budgets for four model APIs.
 *
 * @module @refbench/models
 */

export { embedTexts, type EmbeddingOptions } from './client/embeddings.ts';
export { recordExchanges, replayExchanges, type Exchanges } from './client/exchanges.ts';
export { modelClient, type ModelClient, type ModelClientOptions } from './client/model-client.ts';
export type { StructuredAnswer, StructuredRequest } from './client/structured-request.ts';
export { SpendingLimit, type LimitedClient, type PaidAnswer } from './client/spending-limit.ts';
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
export type { TextAnswer, TextRequest } from './client/text.ts';
export type {
  LoopTurn,
  PayTurn,
  Tool,
  ToolLoopRequest,
  ToolLoopResult,
  ToolOutcome,
} from './client/tool-loop.ts';
export { ProviderFailure, type CallUsage, type StopReason } from './client/turn.ts';
export type { AttemptGate, Exhausted, Spent } from './gateway/attempt-gate.ts';
export {
  priceOrRefuse,
  startGateway,
  type Gateway,
  type GatewayOptions,
  type OpenAttemptOptions,
} from './gateway/gateway.ts';
export {
  makeSocketFolder,
  SOCKET_NAME,
  sweepSocketFolders,
  type SocketFolder,
} from './gateway/socket-folder.ts';
export type { GatewayLimits } from './gateway/limits.ts';
export { upstreamsFromEnvironment, type Upstream, type Upstreams } from './gateway/upstreams.ts';
export { usageRecordSchema, type UsageRecord } from './gateway/usage-record.ts';
export { usdOfCall } from './prices/cost.ts';
export type { ModelPrice, Provider } from './prices/price-schema.ts';
export {
  loadPrices,
  requirePrice,
  type LoadPricesOptions,
  type PriceTable,
} from './prices/price-table.ts';
