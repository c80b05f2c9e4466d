import {
  columnsOf,
  comparePairs,
  DISCOVERY_RATE,
  indistinguishableGroups,
  rankAgents,
  summarise,
  summariseRepeats,
  type Columns,
  type Grid,
  type InstanceFacts,
  type Metric,
  type Setting,
} from '@refbench/scoring';
import { breakdownsOf } from './breakdowns.ts';
import type { CompleteOptions } from './report-options.ts';
import type { Report } from './report-schema.ts';

/** The parts of a report that are computed per metric. */
type MetricParts = Pick<
  Report,
  | 'zeros'
  | 'leftOut'
  | 'coverage'
  | 'summaries'
  | 'breakdowns'
  | 'pooled'
  | 'comparisons'
  | 'ranks'
  | 'repeats'
  | 'groups'
>;

interface Aligned {
  readonly grid: Grid;
  readonly columns: Columns;
}

/** Computes the parts of one metric in all settings that have it. */
export function metricParts(
  metric: Metric,
  grids: readonly Grid[],
  facts: ReadonlyMap<string, InstanceFacts>,
  options: CompleteOptions,
): MetricParts {
  const aligned = grids.flatMap((grid): Aligned[] => {
    const columns = columnsOf(grid, metric, options.absent);
    return columns === undefined ? [] : [{ grid, columns }];
  });
  const comparisons = [
    ...comparePairs(
      aligned.map(({ grid: { track, mode }, columns }) => ({ track, mode, columns })),
      options,
    ),
  ];
  const parts = new Map(
    aligned.map(({ columns }) => [columns, breakdownsOf(columns, facts)] as const),
  );
  return {
    zeros: rowsPerSetting(aligned, ({ zeros }) => zeros.map((zero) => ({ metric, ...zero }))),
    leftOut: rowsPerSetting(aligned, ({ leftOut }) =>
      leftOut.map((place) => ({ metric, ...place })),
    ),
    coverage: rowsPerSetting(aligned, ({ instances, leftOut }) => [
      { metric, n: instances.length, leftOut: leftOut.length },
    ]),
    summaries: rowsPerSetting(aligned, (columns) => summarise(columns, options)),
    breakdowns: rowsPerSetting(aligned, (columns) => parts.get(columns)?.breakdowns ?? []),
    pooled: rowsPerSetting(aligned, (columns) => parts.get(columns)?.pooled ?? []),
    comparisons,
    ranks: rowsPerSetting(aligned, (columns) =>
      options.resampling === undefined ? [] : rankAgents(columns, options.resampling, options),
    ),
    repeats: rowsPerSetting(aligned, (columns) =>
      summariseRepeats(columns).map(({ passAtK, passHatK, ...rest }) => ({
        ...rest,
        passAtK: [...passAtK],
        passHatK: [...passHatK],
      })),
    ),
    groups: aligned.flatMap((one) => groupsOf(one, comparisons, options)),
  };
}

/** Concatenates the parts of all metrics. */
export function joinParts(parts: readonly MetricParts[]): MetricParts {
  const all = <Name extends keyof MetricParts>(name: Name): MetricParts[Name] =>
    parts.flatMap((part) => part[name] as unknown[]) as MetricParts[Name];
  return {
    zeros: all('zeros'),
    leftOut: all('leftOut'),
    coverage: all('coverage'),
    summaries: all('summaries'),
    breakdowns: all('breakdowns'),
    pooled: all('pooled'),
    comparisons: all('comparisons'),
    ranks: all('ranks'),
    repeats: all('repeats'),
    groups: all('groups'),
  };
}

/** Computes rows for each setting, and adds the setting to each row. */
function rowsPerSetting<Row>(
  aligned: readonly Aligned[],
  rowsOf: (columns: Columns) => readonly Row[],
): (Setting & Row)[] {
  return aligned.flatMap(({ grid: { track, mode }, columns }) =>
    rowsOf(columns).map((row) => ({ track, mode, ...row })),
  );
}

function groupsOf(
  { grid, columns }: Aligned,
  comparisons: Report['comparisons'],
  { includeReference }: CompleteOptions,
): Report['groups'] {
  const { track, mode } = grid;
  // Agents that were not compared are not alike either.
  const alike = new Set(
    comparisons
      .filter((one) => one.track === track && one.mode === mode && one.q > DISCOVERY_RATE)
      .flatMap(({ first, second }) => [`${first} ${second}`, `${second} ${first}`]),
  );
  const meanOf = (agent: string): number => {
    const values = (columns.byAgent.get(agent) ?? []).filter((value) => value !== null);
    return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  };
  const agents = includeReference ? grid.agents : columns.compared;
  const means = new Map(agents.map((agent) => [agent, meanOf(agent)]));
  const ranked = [...agents].sort(
    (left, right) => (means.get(right) ?? 0) - (means.get(left) ?? 0),
  );
  return indistinguishableGroups(ranked, (first, second) => !alike.has(`${first} ${second}`)).map(
    (members) => ({ track, mode, metric: columns.metric, agents: [...members] }),
  );
}
