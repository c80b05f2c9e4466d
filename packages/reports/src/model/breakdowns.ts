import { mean, standardError, type Columns, type InstanceFacts } from '@refbench/scoring';
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
    const valuesOf = (agent: string): number[] =>
      places
        .map((place) => byAgent.get(agent)?.[place] ?? null)
        .filter((one): one is number => one !== null);
    for (const agent of byAgent.keys()) {
      const values = valuesOf(agent);
      if (values.length > 0) breakdowns.push({ agent, metric, by, value, ...figuresOf(values) });
    }
    const all = compared.flatMap(valuesOf);
    if (all.length > 0) pooled.push({ metric, by, value, ...figuresOf(all) });
  }
  return { breakdowns, pooled };
}

function figuresOf(values: readonly number[]): Pick<Part, 'n' | 'mean' | 'standardError'> {
  return { n: values.length, mean: mean(values), standardError: standardError(values) };
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
