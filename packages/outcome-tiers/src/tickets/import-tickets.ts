import { readFile } from 'node:fs/promises';
import { readTextInput } from '@refbench/base';
import { RefbenchError } from '@refbench/contracts';
import { readLines } from './tickets-file.ts';
import type { ImportCounts } from './import-counts.ts';
import { ticketsFromCsv } from './from-csv.ts';
import { ticketFromGithub } from './from-github.ts';
import { ticketFromJira, type Skipped } from './from-jira.ts';
import type { Ticket } from './ticket.ts';

/** `jira` reads both responses of the Jira REST API and the JiraRepos collections. */
export const IMPORT_FORMATS = ['jira', 'github', 'csv'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/**
 * Imports tickets from files of other tools, one file after the other. JSON may be JSON lines, an
 * array, or a response with `issues`. Entries that are not tickets are counted with the reason.
 * @throws RefbenchError kind `invalid-file` if a file does not match the format
 */
export async function* importTickets(
  files: readonly string[],
  format: ImportFormat,
  counts: ImportCounts,
): AsyncGenerator<Ticket, void, undefined> {
  for (const file of files) {
    const before = counts.tickets;
    for await (const entry of entriesOf(file, format, counts)) {
      if ('skipped' in entry) {
        counts.skip(entry.skipped);
      } else {
        counts.tickets += 1;
        yield entry;
      }
    }
    if (counts.tickets === before) throw noTickets(file, format, counts);
  }
}

const CSV_HINT = 'specify an existing CSV file';

async function* entriesOf(
  file: string,
  format: ImportFormat,
  counts: ImportCounts,
): AsyncGenerator<Ticket | Skipped, void, undefined> {
  if (format === 'csv') {
    const text = await readTextInput(file, { called: 'table of tickets', hint: CSV_HINT });
    for (const ticket of ticketsFromCsv(text, file, counts)) {
      yield ticket.key === '' ? { skipped: 'a row without a key' } : ticket;
    }
    return;
  }
  const ticketFrom = format === 'jira' ? ticketFromJira : ticketFromGithub;
  for await (const value of valuesOf(file)) yield ticketFrom(value, counts);
}

/** Yields the values of JSON lines or of a single JSON document. */
async function* valuesOf(file: string): AsyncGenerator<unknown, void, undefined> {
  let first = true;
  for await (const line of readLines(file)) {
    const value = jsonOf(line);
    if (first && value === undefined) {
      yield* membersOf(jsonOf(await readFile(file, 'utf8')));
      return;
    }
    first = false;
    yield* membersOf(value);
  }
}

function membersOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'object' && value !== null && 'issues' in value) {
    if (Array.isArray(value.issues)) return value.issues;
  }
  return [value];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function noTickets(file: string, format: ImportFormat, counts: ImportCounts): RefbenchError {
  const reasons = [...counts.skipped].map(([reason, count]) => `${reason} (${count})`).join(', ');
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${file}: no tickets found${reasons === '' ? '' : `: ${reasons}`}`,
    hint: `check --format ${format}: one of ${IMPORT_FORMATS.join(', ')}`,
  });
}
