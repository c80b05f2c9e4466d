import { RefbenchError } from '@refbench/contracts';
import { parseCsv } from '@refbench/base';
import { unreadableTime, type ImportCounts } from './import-counts.ts';
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
 * @param counts gets remarks on rows whose times cannot be read and on keys that occur again
 * @throws RefbenchError kind `invalid-file` if a required column is missing, or if none of its times can
 *   be read
 */
export function ticketsFromCsv(
  text: string,
  file: string,
  counts: ImportCounts,
): readonly Ticket[] {
  const [head = [], ...rows] = parseCsv(text, file);
  const names = head.map((name) => name.trim().toLowerCase());
  const places = (column: keyof typeof COLUMNS): readonly number[] =>
    names.flatMap((name, at) => (COLUMNS[column].includes(name as never) ? [at] : []));
  for (const column of ['key', 'created', 'resolved'] as const) {
    if (places(column).length === 0) throw noColumn(file, column);
  }
  const watching = places('watches');
  const keys = new Set<string>();
  const tickets = rows.map((row): Ticket => {
    const cell = (column: keyof typeof COLUMNS): string => row[places(column)[0] ?? -1] ?? '';
    const watches = watching.map((at) => (row[at] ?? '').trim()).filter((each) => each !== '');
    const key = cell('key').trim().toUpperCase();
    if (keys.has(key)) counts.remark('with the key of an earlier row, which counts instead', key);
    keys.add(key);
    if (row.length < head.length)
      counts.remark('from a row with fewer fields than the header', key);
    const time = (field: 'created' | 'resolved'): string | null =>
      counts.time(parseTime(cell(field)), cell(field), field, key);
    return {
      key,
      summary: cell('summary'),
      description: cell('description'),
      created: time('created'),
      resolved: time('resolved'),
      watches: watchesOf(watches, watching.length),
      assignee: cell('assignee').trim() === '' ? null : cell('assignee').trim(),
    };
  });
  for (const field of ['created', 'resolved'] as const) {
    if (tickets.every((ticket) => ticket[field] === null)) requireNoTimes(file, field, counts);
  }
  return tickets;
}

/** A column without a single readable time has a format that RefBench does not know. */
function requireNoTimes(file: string, field: string, { remarks }: ImportCounts): void {
  const example = remarks.get(unreadableTime(field))?.example;
  if (example === undefined) return;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${file}: no ${field} time exists or can be read, for example ${example}`,
    hint: 'write times as 2012-05-03 22:15 or as Jira does, 03/May/12 10:15 PM, with English months',
  });
}

function noColumn(file: string, column: keyof typeof COLUMNS): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${file}: there is no column "${COLUMNS[column].join('" or "')}"`,
    hint: 'specify a table whose header contains key, created and resolved',
  });
}

function watchesOf(cells: readonly string[], columns: number): number | null {
  if (columns === 0) return null;
  const [only = ''] = cells;
  if (columns === 1 && /^\d+$/.test(only)) return Number(only);
  return cells.length;
}
