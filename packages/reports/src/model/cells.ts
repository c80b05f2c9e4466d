import type { Grid } from '@refbench/scoring';
import type { Report } from './report-schema.ts';

type Cell = Report['cells'][number];

/** Returns all results of all agents on all instances. Cells are created during iteration. */
export function cellsOf(grids: readonly Grid[]): Iterable<Cell> {
  return { [Symbol.iterator]: () => generateCells(grids) };
}

function* generateCells(grids: readonly Grid[]): Generator<Cell> {
  for (const grid of grids) {
    const { track, mode } = grid;
    for (const agent of grid.agents) {
      for (const instance of grid.instances) {
        const place = { track, mode, agent, instance };
        const cells = grid.cells(agent, instance);
        if (cells.length === 0) {
          yield { ...place, repeat: 1, kind: 'absent', reason: null, figures: {} };
        }
        for (const [index, cell] of cells.entries()) {
          yield {
            ...place,
            repeat: index + 1,
            kind: cell.kind,
            reason: cell.kind === 'scored' ? null : cell.reason,
            figures: cell.kind === 'scored' ? { ...cell.figures } : {},
          };
        }
      }
    }
  }
}
