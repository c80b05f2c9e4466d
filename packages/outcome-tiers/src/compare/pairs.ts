import {
  benjaminiHochberg,
  mean,
  signFlipTest,
  tInterval,
  type Interval,
  type SignFlipResult,
} from '@refbench/scoring';
import type { ScoredResult } from '../score/results-file.ts';

/** Two models on the tickets that both answered. Differences are first minus second. */
export interface PairRow {
  readonly first: string;
  readonly second: string;
  readonly metric: 'overlap' | 'pass';
  readonly n: number;
  readonly difference: number;
  /** Student's t interval of the mean difference. */
  readonly interval: Interval | null;
  /** Two-sided paired sign-flip test. */
  readonly p: number;
  readonly method: SignFlipResult['method'];
  /** Benjamini-Hochberg q-value over all pairs of the metric. */
  readonly q: number;
}

export interface TestOptions {
  readonly seed: number;
  /** Number of sign patterns to draw if there are too many to enumerate. */
  readonly samples: number;
}

const METRICS = {
  overlap: (result: ScoredResult): number => result.token_overlap,
  pass: (result: ScoredResult): number => Number(result.pass),
} as const;

/** Compares all pairs of models, by metric. */
export function pairRows(
  models: ReadonlyMap<string, readonly ScoredResult[]>,
  options: TestOptions,
): readonly PairRow[] {
  return (['overlap', 'pass'] as const).flatMap((metric) => {
    const rows = [...models].flatMap(([first, left], at) =>
      [...models].slice(at + 1).flatMap(([second, right]) => {
        const differences = differencesOf(left, right, METRICS[metric]);
        if (differences.length === 0) return [];
        const { p, method } = signFlipTest(differences, options);
        const [n, difference] = [differences.length, mean(differences)];
        return [
          { first, second, metric, n, difference, interval: tInterval(differences), p, method },
        ];
      }),
    );
    const qs = benjaminiHochberg(rows.map(({ p }) => p));
    return rows.map((row, at) => ({ ...row, q: qs[at] ?? row.p }));
  });
}

function differencesOf(
  left: readonly ScoredResult[],
  right: readonly ScoredResult[],
  value: (result: ScoredResult) => number,
): readonly number[] {
  const others = new Map(right.map((result) => [result.key, result]));
  return left.flatMap((result) => {
    const other = others.get(result.key);
    return other === undefined ? [] : [value(result) - value(other)];
  });
}
