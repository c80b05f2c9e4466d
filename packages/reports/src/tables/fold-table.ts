import type { Table } from '../model/table.ts';

/** Leaves out columns in which no row has a value. */
export function withoutEmptyColumns(table: Table): Table {
  const kept = table.head.map((_, column) => table.rows.some((row) => !isEmpty(row[column])));
  const pick = (cells: readonly string[]): readonly string[] =>
    cells.filter((_, column) => kept[column]);
  return { ...table, head: pick(table.head), rows: table.rows.map(pick) };
}

/** Returns whether a table says more than names and dashes. */
export function hasValues(table: Table): boolean {
  return table.rows.some((row) => row.slice(1).some((cell) => !isEmpty(cell)));
}

function isEmpty(cell: string | undefined): boolean {
  return cell === undefined || cell === '-' || cell === '';
}
