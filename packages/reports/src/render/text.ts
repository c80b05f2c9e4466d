import type { Table } from '../model/table.ts';
import { oneLine } from './one-line.ts';

/** Renders a table for the terminal, with aligned columns and right-aligned numbers. */
export function renderText(table: Table): string {
  const rows = [table.head, ...table.rows].map((row) => row.map((cell) => oneLine(cell)));
  const widths = table.head.map((_, column) =>
    rows.reduce((widest, row) => Math.max(widest, (row[column] ?? '').length), 0),
  );
  const lines = rows.map((row, index) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return index > 0 && isNumeric(cell) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
  const rule = '-'.repeat(Math.min(100, table.title.length));
  return [
    table.title,
    rule,
    ...lines,
    ...table.notes.map((note) => `  ${oneLine(note, 400)}`),
  ].join('\n');
}

/** Returns whether a cell is right-aligned. */
export function isNumeric(cell: string): boolean {
  return /^[<+-]?\d|^-$|^\[/.test(cell);
}
