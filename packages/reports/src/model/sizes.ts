import { mean, tHalfWidth, type Grid } from '@refbench/scoring';
import type { Report } from './report-schema.ts';

const FIELDS = ['lines', 'added', 'removed'] as const;

/**
 * Computes the mean size of scored patches for each agent: the mean over instances of the mean over
 * repeats. Agents without known sizes are omitted.
 */
export function sizesOf(grid: Grid): Report['sizes'] {
  const { track, mode } = grid;
  return grid.agents.flatMap((agent) => {
    const sizes = grid.instances.flatMap((instance) => {
      const known = grid
        .cells(agent, instance)
        .flatMap((cell) => (cell.kind === 'scored' && cell.size !== undefined ? [cell.size] : []));
      return known.length === 0 ? [] : [known];
    });
    if (sizes.length === 0) return [];
    const [lines, added, removed] = FIELDS.map((field) => {
      const values = sizes.map((repeats) => mean(repeats.map((size) => size[field])));
      return { mean: mean(values), halfWidth: tHalfWidth(values) };
    }) as [SizeStatistics, SizeStatistics, SizeStatistics];
    return [{ track, mode, agent, n: sizes.length, lines, added, removed }];
  });
}

type SizeStatistics = Report['sizes'][number]['lines'];
