import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Vectors {
  readonly normal: readonly { z: number; p: number }[];
  readonly normal_quantile: readonly { p: number; z: number }[];
  readonly student: readonly { t: number; freedom: number; p: number }[];
  readonly student_quantile: readonly { p: number; freedom: number; t: number }[];
  readonly t_interval: readonly {
    values: number[];
    confidence: number;
    low: number;
    high: number;
  }[];
  readonly wilson: readonly {
    successes: number;
    cases: number;
    confidence: number;
    low: number;
    high: number;
  }[];
  readonly bca: readonly {
    values: number[];
    statistic: 'mean' | 'median';
    distribution: number[];
    low: number;
    high: number;
  }[];
  readonly sign_flip: {
    readonly exact: readonly { differences: number[]; p: number }[];
    readonly sampled: readonly {
      differences: number[];
      seed: number;
      samples: number;
      p: number;
    }[];
  };
  /** Patterns counted by scipy, in whole numbers by Python, and binomial tests by scipy. */
  readonly exact_tests: {
    readonly scipy: readonly { differences: number[]; p: number }[];
    readonly integers: readonly { differences: number[]; p: number }[];
    readonly binomial: readonly { successes: number; trials: number; p: number }[];
  };
  readonly benjamini_hochberg: readonly { p: number[]; q: number[] }[];
  readonly cohen_kappa: readonly { cases: [string, string][]; kappa: number }[];
  readonly minimum_detectable_effect: {
    differences: number[];
    alpha: number;
    power: number;
    effect: number;
  };
  readonly quantile: readonly { share: number; value: number }[];
  readonly pass_of_100: readonly { passed: number; half_width: number }[];
  readonly words: readonly { seed: number; first: number[] }[];
}

/** Reference values from scipy; fixtures/make-vectors.py made them. */
export const vectors: Vectors = JSON.parse(
  readFileSync(
    fileURLToPath(new URL('../fixtures/statistics-vectors.json', import.meta.url)),
    'utf8',
  ),
) as Vectors;

/** Equal to 1e-9, relative where the value is above 1. */
export function within(actual: number | null | undefined, wanted: number): boolean {
  return (
    actual !== null &&
    actual !== undefined &&
    Math.abs(actual - wanted) <= 1e-9 * Math.max(1, Math.abs(wanted))
  );
}
