/** What one attempt may take from the gateway, and how long a provider may take. */
export interface GatewayLimits {
  readonly connections: number;
  /** Bytes of one request. */
  readonly bodyBytes: number;
  /** Bytes of all requests of an attempt that are under way. */
  readonly allBodiesBytes: number;
  readonly headerBytes: number;
  readonly headersMs: number;
  readonly bodyMs: number;
  /** Calls of one attempt at the same time. */
  readonly calls: number;
  /** Tries of one call. */
  readonly tries: number;
  readonly retryBaseMs: number;
  /** The longest wait if the provider does not say how long to wait. */
  readonly retryMaxMs: number;
  /** Until the provider's headers: an unstreamed answer comes whole. */
  readonly answerMs: number;
  /** Silence in the middle of an answer. */
  readonly idleMs: number;
  /** A whole answer. */
  readonly callMs: number;
  readonly answerBytes: number;
}

export const GATEWAY_LIMITS: GatewayLimits = {
  connections: 512,
  bodyBytes: 32_000_000,
  allBodiesBytes: 128_000_000,
  headerBytes: 32_768,
  headersMs: 20_000,
  bodyMs: 60_000,
  calls: 256,
  tries: 6,
  retryBaseMs: 1_000,
  retryMaxMs: 60_000,
  answerMs: 600_000,
  idleMs: 300_000,
  callMs: 1_800_000,
  answerBytes: 64_000_000,
};
