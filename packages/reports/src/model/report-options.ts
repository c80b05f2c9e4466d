import { Resampling, type AbsentPolicy, type ClusterBy } from '@refbench/scoring';

export interface ReportOptions {
  /** `exact` draws nothing at random; `sampled` is the paper's test. `exact` when absent. */
  readonly method?: 'exact' | 'sampled';
  /** Of bootstrap resamples and sampled tests. */
  readonly seed: number;
  /** Random sign patterns of a sampled test. */
  readonly permutations: number;
  /** Bootstrap samples; 0 leaves the bootstrap out. */
  readonly resamples: number;
  /** What a result means that is not there and not planned; `common` when absent. */
  readonly absent?: AbsentPolicy;
  /** What counts as independent; each instance when absent. */
  readonly cluster?: ClusterBy;
  /** Whether reference agents are tested like any other; they are not when absent. */
  readonly includeReference?: boolean;
}

export const DEFAULT_REPORT_OPTIONS = {
  method: 'exact',
  seed: 1,
  permutations: 100_000,
  resamples: 10_000,
  absent: 'common',
  cluster: 'instance',
  includeReference: false,
} as const satisfies ReportOptions;

/** Options with every default filled in, and the resamples that all intervals share. */
export interface CompleteOptions extends Required<ReportOptions> {
  /** Absent where no bootstrap is wanted. */
  readonly resampling?: Resampling;
  readonly samples: number;
}

/** @throws RangeError for a seed or a count that is none */
export function completeOptions(options: ReportOptions): CompleteOptions {
  const complete = { ...DEFAULT_REPORT_OPTIONS, ...options, samples: options.permutations };
  if (options.resamples === 0) return complete;
  return { ...complete, resampling: new Resampling(options.seed, options.resamples) };
}
