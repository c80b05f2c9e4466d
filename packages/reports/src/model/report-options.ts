import { Resampling, type AbsentPolicy, type ClusterBy } from '@refbench/scoring';

/** Options of reports and comparisons. */
export interface ReportOptions {
  /** `exact` uses no random numbers; `sampled` is the test of the paper. Defaults to `exact`. */
  readonly method?: 'exact' | 'sampled';
  /** Seed of bootstrap resamples and sampled tests. */
  readonly seed: number;
  /** Number of random sign patterns of a sampled test. */
  readonly permutations: number;
  /** Number of bootstrap samples; 0 disables the bootstrap. */
  readonly resamples: number;
  /** How to treat an absent, unplanned result. Defaults to `common`. */
  readonly absent?: AbsentPolicy;
  /** The unit of independence. Defaults to `instance`. */
  readonly cluster?: ClusterBy;
  /** Whether to test reference agents like any other agent. Defaults to false. */
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

/** Options with defaults applied, and the resamples that all intervals share. */
export interface CompleteOptions extends Required<ReportOptions> {
  /** Absent if the bootstrap is disabled. */
  readonly resampling?: Resampling;
  readonly samples: number;
}

/**
 * Applies the defaults.
 * @throws RangeError if the seed or a count is invalid
 */
export function completeOptions(options: ReportOptions): CompleteOptions {
  const complete = { ...DEFAULT_REPORT_OPTIONS, ...options, samples: options.permutations };
  if (options.resamples === 0) return complete;
  return { ...complete, resampling: new Resampling(options.seed, options.resamples) };
}
