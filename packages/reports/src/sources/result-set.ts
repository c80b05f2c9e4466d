import type { InstanceFacts, Observation, PlannedCells } from '@refbench/scoring';

/** The source of results, so that tables can be traced back to it. */
interface Source {
  readonly kind: 'run' | 'results';
  /** Run id or file name. */
  readonly id: string;
  /** Digest of all data that was read. */
  readonly digest: string;
  /** Names and versions of the tools that created the results. */
  readonly tools: readonly string[];
  /** Remarks for the reader, e.g. how the results were verified. */
  readonly notes: readonly string[];
}

/** Results in the common form from which all reports are built. */
export interface ResultSet {
  readonly source: Source;
  /** Can be iterated repeatedly. For large files, observations are created during iteration. */
  readonly observations: Iterable<Observation>;
  readonly instances: readonly InstanceFacts[];
  /** The planned agents and instances. Empty without a plan. */
  readonly planned: readonly PlannedCells[];
  /** Digest of the plan; runs with equal digests are repeats of each other. Absent without a plan. */
  readonly plan?: string;
}
