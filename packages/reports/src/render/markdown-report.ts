import type { BuiltReport } from '../model/report-schema.ts';
import { hasValues, withoutEmptyColumns } from '../tables/fold-table.ts';
import { headlineOf } from '../tables/headline.ts';
import { reportTables } from '../tables/report-tables.ts';
import { summaryTable } from '../tables/summary-table.ts';
import type { Table } from '../model/table.ts';
import { renderMarkdown } from './markdown.ts';
import { oneLine } from './one-line.ts';
import { originLines, remarkLines } from './origin-lines.ts';

/** Longer tables are for machines; their rows are in a CSV file. */
const MOST_ROWS = 40;

/** All remarks are in the folded list of sources and remarks. */
const MOST_REMARKS = 5;

/**
 * Renders report.md: what a reader wants to know first, then all other tables, folded.
 * @param figures names of the figures in the folder `figures`
 */
export function markdownReport(report: BuiltReport, figures: readonly string[]): string {
  const tables = reportTables(report).map(withoutEmptyColumns).filter(hasValues);
  const long = tables.filter(({ rows }) => rows.length > MOST_ROWS);
  return [
    '# Report',
    '',
    headlineOf(report)
      .map((line) => oneLine(line, 600))
      .join(' '),
    '',
    ...remarkLines(report)
      .slice(0, MOST_REMARKS)
      .map((line) => `- ${line}`),
    '',
    renderMarkdown(withoutEmptyColumns(summaryTable(report))),
    ...tables.filter((table) => !long.includes(table)).map(folded),
    ...fold('Figures', figures.map((id) => `![${id}](figures/${id}.svg)\n`).join('\n')),
    ...fold(
      'Sources and remarks',
      originLines(report)
        .map((line) => `- ${line}`)
        .join('\n'),
    ),
    ...long.map(
      ({ title, rows }) =>
        `The ${rows.length} rows of "${oneLine(title)}" are in the CSV files only.\n`,
    ),
  ].join('\n');
}

/** The title is in the line that opens the table, so the heading below it is left out. */
function folded(table: Table): string {
  const [, ...body] = renderMarkdown(table).split('\n');
  return fold(table.title, body.join('\n').trim()).join('\n');
}

function fold(title: string, body: string): readonly string[] {
  if (body === '') return [];
  const name = oneLine(title).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return ['<details>', `<summary>${name}</summary>`, '', body, '', '</details>', ''];
}
