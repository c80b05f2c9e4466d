import {
  CONFIDENCE,
  countEndings,
  DISCOVERY_RATE,
  METRICS,
  usageTotals,
  type Grid,
  type Setting,
} from '@refbench/scoring';
import type { ResultSet } from '../sources/result-set.ts';
import { cellsOf } from './cells.ts';
import { gridsOfSets, mergeResults } from './merge-results.ts';
import { joinParts, metricParts } from './metric-parts.ts';
import { completeOptions, type CompleteOptions, type ReportOptions } from './report-options.ts';
import type { BuiltReport, Report } from './report-schema.ts';
import { sizesOf } from './sizes.ts';

/**
 * Builds a report from results. To save memory, it computes one metric after the other, and cells on
 * demand.
 * @throws RefbenchError `usage` if two sources contain the same result under different plans
 */
export function buildReport(sets: readonly ResultSet[], given: ReportOptions): BuiltReport {
  const options = completeOptions(given);
  const observations = mergeResults(sets);
  const facts = new Map(sets.flatMap((set) => set.instances).map((one) => [one.id, one]));
  const grids = gridsOfSets(sets, observations);
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
    ...joinParts(METRICS.map((metric) => metricParts(metric, grids, facts, options))),
    sizes: grids.flatMap(sizesOf),
    endings: [...countEndings(observations)],
    usage: [...usageTotals(observations)],
    cells: cellsOf(grids),
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

function settingOf({ track, mode }: Setting): Setting {
  return { track, mode };
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
