import type { Table } from '../tables/table.ts';
import { oneLine } from './one-line.ts';
import { isNumeric } from './text.ts';

/** Renders a table in GitHub Flavored Markdown, with right-aligned numbers and escaped cells. */
export function renderMarkdown(table: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;
  const marks = table.head.map((_, column) =>
    table.rows.every((row) => isNumeric(row[column] ?? '')) ? '---:' : '---',
  );
  return [
    `## ${oneLine(table.title)}`,
    '',
    line(table.head),
    `|${marks.join('|')}|`,
    ...table.rows.map(line),
    ...table.notes.flatMap((note) => ['', oneLine(note, 1000)]),
    '',
  ].join('\n');
}

function escapeCell(cell: string): string {
  return oneLine(cell).replaceAll(/[\\|`*_<>[\]]/g, (character) => `\\${character}`);
}
