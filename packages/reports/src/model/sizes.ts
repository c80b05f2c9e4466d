import { mean, tHalfWidth, type Grid } from '@refbench/scoring';
import type { Report } from './report-schema.ts';

const FIELDS = ['lines', 'added', 'removed'] as const;

/**
 * Mean sizes of the patches that were scored, an agent each: over instances, after the mean over an
 * instance's repeats. Nothing where no result says how large its patch is.
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
    }) as [SizeFigure, SizeFigure, SizeFigure];
    return [{ track, mode, agent, n: sizes.length, lines, added, removed }];
  });
}

type SizeFigure = Report['sizes'][number]['lines'];
