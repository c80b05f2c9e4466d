import { mean, sampleDeviation } from '../statistics/describe.ts';
import type { Columns } from './columns.ts';
import { summariseRepeats } from './repeats.ts';

/** The variability of differences between agents. It is the input for planning an experiment. */
export interface Spread {
  /** Standard deviation of the true difference between instances, pooled over pairs of agents. */
  readonly between: number;
  /** Standard deviation of one attempt. Null without repeats; `between` then includes it. */
  readonly within: number | null;
  /** Number of pairs of agents. */
  readonly pairs: number;
  /** Largest number of instances of any setting. */
  readonly instances: number;
}

/**
 * Estimates the spread of one metric over all pairs of compared agents.
 * @param settings the columns of the metric, one entry per track and mode
 * @returns deviations in the unit of the metric; null if no pair shares two instances
 */
export function spreadOf(settings: readonly Columns[]): Spread | null {
  const variances: number[] = [];
  for (const { compared, byAgent } of settings) {
    for (const [index, first] of compared.entries()) {
      for (const second of compared.slice(index + 1)) {
        const differences = (byAgent.get(first) ?? []).flatMap((value, at) => {
          const other = byAgent.get(second)?.[at] ?? null;
          return value === null || other === null ? [] : [value - other];
        });
        const deviation = sampleDeviation(differences);
        if (deviation !== null) variances.push(deviation ** 2);
      }
    }
  }
  if (variances.length === 0) return null;
  const repeated = settings.flatMap((columns) =>
    summariseRepeats(columns).filter(({ agent }) => columns.compared.includes(agent)),
  );
  const known = repeated.flatMap(({ within, fewest }) =>
    within === null ? [] : [{ variance: within ** 2, added: (2 * within ** 2) / fewest }],
  );
  const total = mean(variances);
  const added = known.length === 0 ? 0 : mean(known.map((one) => one.added));
  return {
    between: Math.sqrt(Math.max(0, total - added)),
    within: known.length === 0 ? null : Math.sqrt(mean(known.map((one) => one.variance))),
    pairs: variances.length,
    instances: Math.max(...settings.map(({ instances }) => instances.length)),
  };
}
