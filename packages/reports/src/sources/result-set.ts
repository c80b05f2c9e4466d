import type { InstanceFacts, Observation, PlannedCells } from '@refbench/scoring';

/** Where results came from, so that a table can be traced to it. */
export interface Source {
  readonly kind: 'run' | 'results';
  /** Run id, or the file's name. */
  readonly id: string;
  /** Of everything that was read. */
  readonly digest: string;
  /** Versions of what made the results. */
  readonly tools: readonly string[];
  /** What is worth saying about them, e.g. how they were checked. */
  readonly notes: readonly string[];
}

/** Results in the one form that all reports are made of. */
export interface ResultSet {
  readonly source: Source;
  /** Can be gone through again and again; of a large file they are put together on the way. */
  readonly observations: Iterable<Observation>;
  readonly instances: readonly InstanceFacts[];
  /** What was to be done; empty where nobody said. */
  readonly planned: readonly PlannedCells[];
  /** Digest of what makes two runs repeats of each other; absent where nobody planned. */
  readonly plan?: string;
}
