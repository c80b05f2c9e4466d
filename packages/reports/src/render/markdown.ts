import type { Table } from '../model/table.ts';
import { oneLine } from './one-line.ts';
import { isNumeric } from './text.ts';

/** Renders a table in GitHub Flavored Markdown, with right-aligned numbers and escaped cells. */
export function renderMarkdown(table: Table): string {
  return [
    `## ${oneLine(table.title)}`,
    '',
    markdownTable(
      table.head.map(escapeCell),
      table.rows.map((row) => row.map(escapeCell)),
      (column) => table.rows.every((row) => isNumeric(row[column] ?? '')),
    ),
    ...table.notes.flatMap((note) => ['', oneLine(note, 1000)]),
    '',
  ].join('\n');
}

/**
 * Renders rows of cells that are Markdown already.
 * @param isRight whether to right-align the column with this index
 */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean,
): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const marks = head.map((_, column) => (isRight(column) ? '---:' : '---'));
  return [line(head), `|${marks.join('|')}|`, ...rows.map(line)].join('\n');
}

/** Escapes text for a cell of a table. */
export function escapeCell(cell: string): string {
  return oneLine(cell).replaceAll(/[\\|`*_<>[\]]/g, (character) => `\\${character}`);
}
