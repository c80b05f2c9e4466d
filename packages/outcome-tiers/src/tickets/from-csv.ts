import { RefbenchError } from '@refbench/contracts';
import { parseCsv } from '@refbench/base';
import { parseTime } from './parse-time.ts';
import type { Ticket } from './ticket.ts';

/** Column names in lower case, as used in RefBench tables and exports of Jira. */
const COLUMNS = {
  key: ['key', 'issue key'],
  summary: ['summary', 'title'],
  description: ['description'],
  created: ['created', 'created_at'],
  resolved: ['resolved', 'resolutiondate', 'resolution date', 'closed_at'],
  watches: ['watches', 'watch count', 'watchers'],
  assignee: ['assignee'],
} as const;

/**
 * Reads tickets from a table with a header. Exports of Jira have one column per watcher; these are
 * counted.
 * @throws RefbenchError kind `invalid-file` if a required column is missing
 */
export function ticketsFromCsv(text: string, file: string): readonly Ticket[] {
  const [head = [], ...rows] = parseCsv(text, file);
  const names = head.map((name) => name.trim().toLowerCase());
  const places = (column: keyof typeof COLUMNS): readonly number[] =>
    names.flatMap((name, at) => (COLUMNS[column].includes(name as never) ? [at] : []));
  for (const column of ['key', 'created', 'resolved'] as const) {
    if (places(column).length > 0) continue;
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${file}: there is no column "${COLUMNS[column].join('" or "')}"`,
      hint: 'specify a table whose header contains key, created and resolved',
    });
  }
  const watching = places('watches');
  return rows.map((row) => {
    const cell = (column: keyof typeof COLUMNS): string => row[places(column)[0] ?? -1] ?? '';
    const watches = watching.map((at) => (row[at] ?? '').trim()).filter((each) => each !== '');
    return {
      key: cell('key').trim().toUpperCase(),
      summary: cell('summary'),
      description: cell('description'),
      created: parseTime(cell('created')) ?? null,
      resolved: parseTime(cell('resolved')) ?? null,
      watches: watchesOf(watches, watching.length),
      assignee: cell('assignee').trim() === '' ? null : cell('assignee').trim(),
    };
  });
}

function watchesOf(cells: readonly string[], columns: number): number | null {
  if (columns === 0) return null;
  const [only = ''] = cells;
  if (columns === 1 && /^\d+$/.test(only)) return Number(only);
  return cells.length;
}
