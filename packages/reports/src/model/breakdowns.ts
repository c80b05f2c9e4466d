import type { Columns, InstanceFacts } from '@refbench/scoring';
import type { Report } from './report-schema.ts';

/** The properties by which instances are grouped. */
const PARTS = ['language', 'category'] as const;

type Part = Omit<Report['breakdowns'][number], 'track' | 'mode'>;

/** Indexes of the instances of one language or category. */
interface InstanceGroup {
  readonly by: (typeof PARTS)[number];
  readonly value: string;
  readonly indexes: readonly number[];
}

/** Means by language and category, for each agent and over all runs of the compared agents. */
export interface Breakdowns {
  readonly breakdowns: readonly Part[];
  /** Statistics over all values of compared agents, one value per agent and instance. */
  readonly pooled: readonly Omit<Part, 'agent'>[];
}

/**
 * Computes means by language and by category. Groups are small, so they get a standard error, as in the
 * paper's table by language, but no test.
 */
export function breakdownsOf(
  columns: Columns,
  facts: ReadonlyMap<string, InstanceFacts>,
): Breakdowns {
  const { metric, byAgent, compared } = columns;
  const breakdowns: Part[] = [];
  const pooled: Omit<Part, 'agent'>[] = [];
  for (const { by, value, indexes } of partsOf(columns, facts)) {
    const all = new Moments();
    for (const [agent, column] of byAgent) {
      const own = new Moments();
      for (const index of indexes) own.add(column[index] ?? null);
      if (own.n > 0) breakdowns.push({ agent, metric, by, value, ...own.statistics() });
      if (compared.includes(agent)) all.merge(own);
    }
    if (all.n > 0) pooled.push({ metric, by, value, ...all.statistics() });
  }
  return { breakdowns, pooled };
}

/** Computes mean and standard error in one pass (Welford's and Chan's algorithms). */
class Moments {
  n = 0;
  private mean = 0;
  private squares = 0;

  add(value: number | null): void {
    if (value === null) return;
    this.n += 1;
    const step = value - this.mean;
    this.mean += step / this.n;
    this.squares += step * (value - this.mean);
  }

  merge({ n, mean, squares }: Moments): void {
    if (n === 0) return;
    const all = this.n + n;
    const step = mean - this.mean;
    this.squares += squares + (step * step * this.n * n) / all;
    this.mean += (step * n) / all;
    this.n = all;
  }

  statistics(): Pick<Part, 'n' | 'mean' | 'standardError'> {
    const { n, mean, squares } = this;
    return { n, mean, standardError: n < 2 ? null : Math.sqrt(squares / (n - 1) / n) };
  }
}

function partsOf(
  { instances }: Columns,
  facts: ReadonlyMap<string, InstanceFacts>,
): readonly InstanceGroup[] {
  return PARTS.flatMap((by) => {
    const parts = new Map<string, number[]>();
    for (const [index, instance] of instances.entries()) {
      const value = facts.get(instance)?.[by] ?? 'unknown';
      const indexes = parts.get(value);
      if (indexes === undefined) parts.set(value, [index]);
      else indexes.push(index);
    }
    return [...parts]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([value, indexes]) => ({ by, value, indexes }));
  });
}
