import type { TrajectoryStep } from '@refbench/contracts';

/** Tokens in one convention for all clients. */
export interface TokenUsage {
  /** All prompt tokens, including those read from or written to a cache. */
  readonly inputTokens: number;
  /** All output tokens, including reasoning. */
  readonly outputTokens: number;
}

/** The trace of a session as reported by the client. */
export interface Trace {
  readonly sessionId: string;
  readonly steps: readonly TrajectoryStep[];
  /** Undefined if the client was stopped before it reported usage. */
  readonly usage: TokenUsage | undefined;
}
