import type { Figures } from '../figures.ts';

/** An agent under one track and mode. */
export interface Setting {
  readonly track: string;
  readonly mode: string;
}

/** Lines of a patch that count: |L|, |L+| and |L-|, after the line filter. */
export interface PatchSize {
  readonly lines: number;
  readonly added: number;
  readonly removed: number;
}

/** What one agent's work on one instance came to. */
export type Result =
  | { readonly kind: 'scored'; readonly figures: Figures; readonly size?: PatchSize }
  /** The agent's own zero: no patch, or one that does not apply. */
  | { readonly kind: 'missing'; readonly reason: string }
  /** The machine failed: nothing is known of the agent, and nothing may be published. */
  | { readonly kind: 'hole'; readonly reason: string }
  /** The instance cannot be scored, whoever works on it. */
  | { readonly kind: 'void'; readonly reason: string };

/** What an attempt used up; null where nobody counted. */
export interface Usage {
  readonly costUsd: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly seconds: number | null;
}

export interface Observation extends Setting {
  readonly agent: string;
  readonly instance: string;
  /** Which of several independent attempts this is, from 1; 1 when absent. */
  readonly repeat?: number;
  /** True for an agent that is shown and never tested, whatever its name. */
  readonly reference?: boolean;
  /** How the attempt ended, e.g. `completed` or `timed-out`. */
  readonly ending: string;
  readonly result: Result;
  readonly usage: Usage;
}

/** An instance as tables break it down; null where nobody said. */
export interface InstanceFacts {
  readonly id: string;
  readonly language: string | null;
  readonly category: string | null;
}
