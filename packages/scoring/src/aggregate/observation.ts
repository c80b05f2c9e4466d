import type { Metric, MetricValues } from '../metrics.ts';

/** The track and the mode under which agents are compared. */
export interface Setting {
  readonly track: string;
  readonly mode: string;
}

/** Number of lines that a patch changes, after the line filter: |L|, |L+| and |L-|. */
interface PatchSize {
  readonly lines: number;
  readonly added: number;
  readonly removed: number;
}

/** The result of one attempt. */
export type Result =
  | { readonly kind: 'scored'; readonly figures: MetricValues; readonly size?: PatchSize }
  /** The agent failed: it produced no patch, or one that does not apply. Counts as 0. */
  | {
      readonly kind: 'missing';
      readonly reason: string;
      /** Metrics that no result on this instance has. They do not count as 0. */
      readonly lacks?: ReadonlySet<Metric>;
    }
  /** The infrastructure failed, so the agent's result is unknown. Such results must not be published. */
  | { readonly kind: 'hole'; readonly reason: string }
  /** The instance cannot be scored for any agent. */
  | { readonly kind: 'void'; readonly reason: string };

/** Resources that an attempt used. Null if not measured. */
export interface Usage {
  readonly costUsd: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly seconds: number | null;
}

/** One attempt of an agent on an instance. */
export interface Observation extends Setting {
  readonly agent: string;
  readonly instance: string;
  /** Number of this independent attempt, from 1. Defaults to 1. */
  readonly repeat?: number;
  /** True for an agent that is shown but not tested, regardless of its name. */
  readonly reference?: boolean;
  /** How the attempt ended, e.g. `completed` or `timed-out`. */
  readonly ending: string;
  readonly result: Result;
  readonly usage: Usage;
}

/** Properties by which tables group instances. Null if unknown. */
export interface InstanceFacts {
  readonly id: string;
  readonly language: string | null;
  readonly category: string | null;
}
