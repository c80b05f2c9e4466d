import {
  mean,
  standardError,
  summarise,
  type Columns,
  type InstanceFacts,
} from '@refbench/scoring';
import type { Report } from './report-schema.ts';

/** What instances are broken down by. */
const PARTS = ['language', 'category'] as const;

type Part = Omit<Report['breakdowns'][number], 'track' | 'mode'>;

/**
 * Means by language and by category, an agent each. Parts are small: they get a standard error, as the
 * paper's table by language has it, and no test.
 */
export function breakdownsOf(
  columns: Columns,
  facts: ReadonlyMap<string, InstanceFacts>,
): readonly Part[] {
  return eachPart(columns, facts).flatMap(({ by, value, keeps }) =>
    summarise(columns, {}, keeps).map(
      ({ agent, metric, n, mean: average, standardError: error }) => ({
        agent,
        metric,
        by,
        value,
        n,
        mean: average,
        standardError: error,
      }),
    ),
  );
}

/** The same over all runs of the compared agents together: a value is one agent's on one instance. */
export function pooledBreakdownsOf(
  columns: Columns,
  facts: ReadonlyMap<string, InstanceFacts>,
): readonly Omit<Part, 'agent'>[] {
  return eachPart(columns, facts).flatMap(({ by, value, keeps }) => {
    const values = columns.compared.flatMap((agent) =>
      (columns.byAgent.get(agent) ?? []).filter(
        (one, at): one is number => one !== null && keeps(columns.instances[at] ?? ''),
      ),
    );
    if (values.length === 0) return [];
    const { metric } = columns;
    const figures = { mean: mean(values), standardError: standardError(values) };
    return [{ metric, by, value, n: values.length, ...figures }];
  });
}

function eachPart(
  { instances }: Columns,
  facts: ReadonlyMap<string, InstanceFacts>,
): readonly { by: (typeof PARTS)[number]; value: string; keeps: (instance: string) => boolean }[] {
  return PARTS.flatMap((by) => {
    const valueOf = (instance: string): string => facts.get(instance)?.[by] ?? 'unknown';
    return [...new Set(instances.map(valueOf))]
      .sort()
      .map((value) => ({ by, value, keeps: (instance: string) => valueOf(instance) === value }));
  });
}
