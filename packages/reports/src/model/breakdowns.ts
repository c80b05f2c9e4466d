import type { Columns, InstanceFacts } from '@refbench/scoring';
import type { Report } from './report-schema.ts';

/** What instances are broken down by. */
const PARTS = ['language', 'category'] as const;

type Part = Omit<Report['breakdowns'][number], 'track' | 'mode'>;

/** The places of the instances of one language or category. */
interface Places {
  readonly by: (typeof PARTS)[number];
  readonly value: string;
  readonly places: readonly number[];
}

/** Means by language and category: of each agent, and over all runs of the compared agents together. */
export interface Breakdowns {
  readonly breakdowns: readonly Part[];
  /** A value is one agent's on one instance. */
  readonly pooled: readonly Omit<Part, 'agent'>[];
}

/**
 * Means by language and by category. Parts are small: they get a standard error, as the paper's table by
 * language has it, and no test.
 */
export function breakdownsOf(
  columns: Columns,
  facts: ReadonlyMap<string, InstanceFacts>,
): Breakdowns {
  const { metric, byAgent, compared } = columns;
  const breakdowns: Part[] = [];
  const pooled: Omit<Part, 'agent'>[] = [];
  for (const { by, value, places } of partsOf(columns, facts)) {
    const all = new Moments();
    for (const [agent, column] of byAgent) {
      const own = new Moments();
      for (const place of places) own.add(column[place] ?? null);
      if (own.n > 0) breakdowns.push({ agent, metric, by, value, ...own.figures() });
      if (compared.includes(agent)) all.merge(own);
    }
    if (all.n > 0) pooled.push({ metric, by, value, ...all.figures() });
  }
  return { breakdowns, pooled };
}

/** Mean and standard error of values that are gone through once (Welford; Chan). */
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

  figures(): Pick<Part, 'n' | 'mean' | 'standardError'> {
    const { n, mean, squares } = this;
    return { n, mean, standardError: n < 2 ? null : Math.sqrt(squares / (n - 1) / n) };
  }
}

function partsOf(
  { instances }: Columns,
  facts: ReadonlyMap<string, InstanceFacts>,
): readonly Places[] {
  return PARTS.flatMap((by) => {
    const parts = new Map<string, number[]>();
    for (const [place, instance] of instances.entries()) {
      const value = facts.get(instance)?.[by] ?? 'unknown';
      const places = parts.get(value);
      if (places === undefined) parts.set(value, [place]);
      else places.push(place);
    }
    return [...parts]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([value, places]) => ({ by, value, places }));
  });
}
