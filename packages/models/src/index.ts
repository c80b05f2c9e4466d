export { FORWARDER_FOLDER } from './forwarder.ts';
export type { AttemptGate, Exhausted, Spent } from './gateway/attempt-gate.ts';
export {
  priceOrRefuse,
  startGateway,
  type Gateway,
  type GatewayOptions,
  type OpenAttemptOptions,
} from './gateway/gateway.ts';
export type { GatewayLimits } from './gateway/limits.ts';
export { upstreamsFromEnvironment, type Upstream, type Upstreams } from './gateway/upstreams.ts';
export { usageRecordSchema, type UsageRecord } from './gateway/usage-record.ts';
export type { ModelPrice, Provider } from './prices/price-schema.ts';
export { loadPrices, type LoadPricesOptions, type PriceTable } from './prices/price-table.ts';
export {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
  type ServedRequest,
} from './server/model-server.ts';
export {
  parseServerScript,
  type ScriptRule,
  type ScriptUsage,
  type ServerScript,
} from './server/script.ts';
