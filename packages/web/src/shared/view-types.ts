import type { RunView } from '@refbench/evidence';

/** A run in the list of the viewer. */
export interface RunEntry {
  readonly run: string;
  readonly state: RunView['state'];
  readonly createdAt: string;
  readonly done: number;
  readonly planned: number;
  readonly agents: readonly string[];
  readonly usd: number | null;
  /** Why the run cannot be shown. Null if it can. */
  readonly problem: string | null;
}

/** A step whose text contains what was searched for. */
export interface SearchHit {
  readonly run: string;
  readonly key: string;
  readonly step: number;
  /** Text around the first match. */
  readonly excerpt: string;
}
