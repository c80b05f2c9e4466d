/** Limits of one attempt in the gateway, and timeouts of providers. */
export interface GatewayLimits {
  readonly connections: number;
  /** Bytes of one request. */
  readonly bodyBytes: number;
  /** Bytes of all requests of an attempt in progress. */
  readonly allBodiesBytes: number;
  readonly headerBytes: number;
  readonly headersMs: number;
  readonly bodyMs: number;
  /** Concurrent calls of one attempt. */
  readonly calls: number;
  /** Maximum tries of one call. */
  readonly tries: number;
  readonly retryBaseMs: number;
  /** The longest wait if the provider does not say how long to wait. */
  readonly retryMaxMs: number;
  /** Timeout for the response headers. A response without streaming arrives as a whole. */
  readonly answerMs: number;
  /** Maximum pause within a response. */
  readonly idleMs: number;
  /** Timeout for a complete response. */
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
