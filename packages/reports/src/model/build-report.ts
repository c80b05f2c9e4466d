import {
  columnsOf,
  comparePairs,
  CONFIDENCE,
  countEndings,
  DISCOVERY_RATE,
  indistinguishableGroups,
  METRICS,
  rankAgents,
  summarise,
  summariseRepeats,
  usageTotals,
  type Columns,
  type Grid,
  type Metric,
  type Setting,
} from '@refbench/scoring';
import type { ResultSet } from '../sources/result-set.ts';
import { breakdownsOf, pooledBreakdownsOf } from './breakdowns.ts';
import { gridsOfSets, mergeResults } from './merge-results.ts';
import { completeOptions, type CompleteOptions, type ReportOptions } from './report-options.ts';
import type { Report } from './report-schema.ts';
import { sizesOf } from './sizes.ts';

interface Aligned {
  readonly grid: Grid;
  readonly columns: Columns;
}

/**
 * Everything that can be said about the results, as data.
 * @throws RefbenchError `usage` where two sources hold the same under different plans
 */
export function buildReport(sets: readonly ResultSet[], given: ReportOptions): Report {
  const options = completeOptions(given);
  const observations = mergeResults(sets);
  const facts = new Map(sets.flatMap((set) => set.instances).map((one) => [one.id, one]));
  const grids = gridsOfSets(sets);
  const aligned = METRICS.flatMap((metric) =>
    grids.flatMap((grid) => {
      const columns = columnsOf(grid, metric, options.absent);
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
    method: methodOf(options),
    publishable: holes.length === 0,
    holes,
    references: grids.flatMap((grid) =>
      [...grid.references].map((agent) => ({ ...settingOf(grid), agent })),
    ),
    voids: grids.flatMap((grid) => grid.voids.map((place) => ({ ...settingOf(grid), ...place }))),
    zeros: eachWith(aligned, ({ metric, zeros }) => zeros.map((zero) => ({ metric, ...zero }))),
    leftOut: eachWith(aligned, ({ metric, leftOut }) =>
      leftOut.map((place) => ({ metric, ...place })),
    ),
    coverage: eachWith(aligned, ({ metric, instances, leftOut }) => [
      { metric, n: instances.length, leftOut: leftOut.length },
    ]),
    summaries: eachWith(aligned, (columns) => summarise(columns, options)),
    breakdowns: eachWith(aligned, (columns) => breakdownsOf(columns, facts)),
    pooled: eachWith(aligned, (columns) => pooledBreakdownsOf(columns, facts)),
    comparisons,
    ranks: eachWith(aligned, (columns) =>
      options.resampling === undefined ? [] : rankAgents(columns, options.resampling, options),
    ),
    repeats: eachWith(aligned, (columns) =>
      summariseRepeats(columns).map(({ passAtK, passHatK, ...rest }) => ({
        ...rest,
        passAtK: [...passAtK],
        passHatK: [...passHatK],
      })),
    ),
    sizes: grids.flatMap(sizesOf),
    groups: aligned.flatMap((one) => groupsOf(one, comparisons, options)),
    endings: [...countEndings(observations)],
    usage: [...usageTotals(observations)],
    cells: grids.flatMap(cellsOf),
  };
}

function methodOf({
  method,
  seed,
  permutations,
  resamples,
  absent,
  cluster,
  includeReference,
}: CompleteOptions): Report['method'] {
  return {
    confidence: CONFIDENCE,
    test: method,
    seed,
    permutations,
    resamples,
    absent,
    cluster,
    includeReference,
    discoveryRate: DISCOVERY_RATE,
  };
}

/** Rows of every setting and metric, with their setting. */
function eachWith<Row>(
  aligned: readonly Aligned[],
  rowsOf: (columns: Columns) => readonly Row[],
): (Setting & Row)[] {
  return aligned.flatMap(({ grid, columns }) =>
    rowsOf(columns).map((row) => ({ ...settingOf(grid), ...row })),
  );
}

function settingOf({ track, mode }: Setting): Setting {
  return { track, mode };
}

function compareAll(
  aligned: readonly Aligned[],
  metric: Metric,
  options: CompleteOptions,
): Report['comparisons'] {
  const settings = aligned
    .filter(({ columns }) => columns.metric === metric)
    .map(({ grid, columns }) => ({ ...settingOf(grid), columns }));
  return [...comparePairs(settings, options)];
}

function groupsOf(
  { grid, columns }: Aligned,
  comparisons: Report['comparisons'],
  { includeReference }: CompleteOptions,
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
  const meanOf = (agent: string): number => {
    const values = (columns.byAgent.get(agent) ?? []).filter((value) => value !== null);
    return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  };
  const agents = includeReference ? grid.agents : columns.compared;
  const ranked = [...agents].sort((left, right) => meanOf(right) - meanOf(left));
  return indistinguishableGroups(ranked, (first, second) =>
    different.has(`${first} ${second}`),
  ).map((members) => ({ ...settingOf(grid), metric: columns.metric, agents: [...members] }));
}

function holesOf(grid: Grid): Report['holes'] {
  return grid.agents.flatMap((agent) =>
    grid.instances.flatMap((instance) =>
      grid
        .cells(agent, instance)
        .flatMap((cell) =>
          cell.kind === 'hole'
            ? [{ ...settingOf(grid), agent, instance, reason: cell.reason }]
            : [],
        ),
    ),
  );
}

function cellsOf(grid: Grid): Report['cells'] {
  return grid.agents.flatMap((agent) =>
    grid.instances.flatMap((instance): Report['cells'] => {
      const place = { ...settingOf(grid), agent, instance };
      const cells = grid.cells(agent, instance);
      if (cells.length === 0) {
        return [{ ...place, repeat: 1, kind: 'absent', reason: null, figures: {} }];
      }
      return cells.map((cell, index) => ({
        ...place,
        repeat: index + 1,
        kind: cell.kind,
        reason: cell.kind === 'scored' ? null : cell.reason,
        figures: cell.kind === 'scored' ? { ...cell.figures } : {},
      }));
    }),
  );
}
