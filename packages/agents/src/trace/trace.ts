import type { TrajectoryStep } from '@refbench/contracts';

/** Tokens in one convention for all clients. */
export interface TokenUsage {
  /** All tokens of the prompts, those read from or written to a cache included. */
  readonly inputTokens: number;
  /** Reasoning included. */
  readonly outputTokens: number;
}

/** What a client says about its own session. */
export interface Trace {
  readonly sessionId: string;
  readonly steps: readonly TrajectoryStep[];
  /** Undefined where the client was stopped before it told. */
  readonly usage: TokenUsage | undefined;
}
