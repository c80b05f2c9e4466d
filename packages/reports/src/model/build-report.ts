import {
  columnsOf,
  comparePairs,
  CONFIDENCE,
  countEndings,
  DISCOVERY_RATE,
  gridsOf,
  indistinguishableGroups,
  METRICS,
  summarise,
  usageTotals,
  type Columns,
  type Grid,
  type InstanceFacts,
  type Metric,
  type Setting,
} from '@refbench/scoring';
import type { ResultSet } from '../sources/result-set.ts';
import type { Report } from './report-schema.ts';

export interface ReportOptions {
  readonly seed: number;
  /** Random sign patterns of a permutation test. */
  readonly permutations: number;
  /** Bootstrap samples; 0 leaves the bootstrap out. */
  readonly resamples: number;
}

export const DEFAULT_REPORT_OPTIONS: ReportOptions = {
  seed: 1,
  permutations: 100_000,
  resamples: 10_000,
};

interface Aligned {
  readonly grid: Grid;
  readonly columns: Columns;
}

/** Everything that can be said about the results, as data. */
export function buildReport(sets: readonly ResultSet[], options: ReportOptions): Report {
  const observations = sets.flatMap((set) => set.observations);
  const facts = new Map(sets.flatMap((set) => set.instances).map((one) => [one.id, one]));
  const grids = gridsOf(
    observations,
    sets.flatMap((set) => set.planned),
  );
  const aligned = METRICS.flatMap((metric) =>
    grids.flatMap((grid) => {
      const columns = columnsOf(grid, metric);
      return columns === undefined ? [] : [{ grid, columns }];
    }),
  );
  const comparisons = METRICS.flatMap((metric) => compareAll(aligned, metric, options));
  const holes = grids.flatMap(holesOf);
  return {
    schema: 1,
    kind: 'refbench-report',
    sources: sets.map(({ source }) => ({
      ...source,
      tools: [...source.tools],
      notes: [...source.notes],
    })),
    method: {
      confidence: CONFIDENCE,
      seed: options.seed,
      permutations: options.permutations,
      resamples: options.resamples,
      discoveryRate: DISCOVERY_RATE,
    },
    publishable: holes.length === 0,
    holes,
    voids: grids.flatMap((grid) => grid.voids.map((place) => ({ ...settingOf(grid), ...place }))),
    zeros: aligned.flatMap(({ grid, columns: { metric, zeros } }) =>
      zeros.map((zero) => ({ ...settingOf(grid), metric, ...zero })),
    ),
    leftOut: aligned.flatMap(({ grid, columns: { metric, leftOut } }) =>
      leftOut.map((place) => ({ ...settingOf(grid), metric, ...place })),
    ),
    summaries: aligned.flatMap(({ grid, columns }) =>
      summarise(columns, options).map((summary) => ({ ...settingOf(grid), ...summary })),
    ),
    breakdowns: aligned.flatMap((one) => breakdownsOf(one, facts)),
    comparisons,
    groups: aligned.flatMap((one) => groupsOf(one, comparisons)),
    endings: [...countEndings(observations)],
    usage: [...usageTotals(observations)],
    cells: grids.flatMap(cellsOf),
  };
}

function settingOf({ track, mode }: Setting): Setting {
  return { track, mode };
}

function compareAll(
  aligned: readonly Aligned[],
  metric: Metric,
  { seed, permutations }: ReportOptions,
): Report['comparisons'] {
  const settings = aligned
    .filter(({ columns }) => columns.metric === metric)
    .map(({ grid, columns }) => ({ ...settingOf(grid), columns }));
  return [...comparePairs(settings, { seed, samples: permutations })];
}

/** Parts are small: they get a standard error, as the paper's table by language has it, and no test. */
function breakdownsOf(
  { grid, columns }: Aligned,
  facts: ReadonlyMap<string, InstanceFacts>,
): Report['breakdowns'] {
  return (['language', 'category'] as const).flatMap((by) => {
    const valueOf = (instance: string): string => facts.get(instance)?.[by] ?? 'unknown';
    const values = [...new Set(columns.instances.map(valueOf))].sort();
    return values.flatMap((value) =>
      summarise(columns, { seed: 0, resamples: 0 }, (one) => valueOf(one) === value).map(
        ({ agent, metric, n, mean, standardError }) => ({
          ...settingOf(grid),
          agent,
          metric,
          by,
          value,
          n,
          mean,
          standardError,
        }),
      ),
    );
  });
}

function groupsOf(
  { grid, columns }: Aligned,
  comparisons: Report['comparisons'],
): Report['groups'] {
  const different = new Set(
    comparisons
      .filter(
        (one) =>
          one.metric === columns.metric &&
          one.track === grid.track &&
          one.mode === grid.mode &&
          one.q <= DISCOVERY_RATE,
      )
      .flatMap(({ first, second }) => [`${first} ${second}`, `${second} ${first}`]),
  );
  const total = (agent: string): number =>
    (columns.byAgent.get(agent) ?? []).reduce((sum, value) => sum + value, 0);
  const ranked = [...grid.agents].sort((left, right) => total(right) - total(left));
  return indistinguishableGroups(ranked, (first, second) =>
    different.has(`${first} ${second}`),
  ).map((agents) => ({ ...settingOf(grid), metric: columns.metric, agents: [...agents] }));
}

function holesOf(grid: Grid): Report['holes'] {
  return cellsOf(grid).flatMap(({ kind, agent, instance, reason }) =>
    kind === 'hole' ? [{ ...settingOf(grid), agent, instance, reason: reason ?? '' }] : [],
  );
}

function cellsOf(grid: Grid): Report['cells'] {
  return grid.agents.flatMap((agent) =>
    grid.instances.map((instance) => {
      const cell = grid.cell(agent, instance);
      return {
        ...settingOf(grid),
        agent,
        instance,
        kind: cell.kind,
        reason: cell.kind === 'scored' ? null : cell.reason,
        figures: cell.kind === 'scored' ? { ...cell.figures } : {},
      };
    }),
  );
}
