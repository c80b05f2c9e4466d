import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { acquireLock, digestOf, Journal, parseJson, readJournal } from '@refbench/base';
import { z } from 'zod';
import { ticketFromJira } from '../tickets/from-jira.ts';
import { ImportCounts } from '../tickets/import-counts.ts';
import type { Ticket } from '../tickets/ticket.ts';
import { politeClient } from './ask-politely.ts';

export interface FetchJiraOptions {
  /** URL of the server, e.g. `https://jira.example.org`. */
  readonly url: string;
  readonly jql: string;
  /** Number of tickets per request. A server may return fewer. */
  readonly pageSize: number;
  readonly delayMs: number;
  /** Folder for tickets.jsonl and fetch.jsonl. */
  readonly folder: string;
  readonly token?: string | undefined;
  readonly signal: AbortSignal;
  readonly onPage?: (done: number, total: number) => void;
  readonly firstWaitMs?: number;
}

export interface FetchResult {
  readonly tickets: number;
  /** Number of tickets that earlier commands fetched. */
  readonly reused: number;
  /** What became of the entries of the pages that this command fetched. */
  readonly counts: ImportCounts;
}

/**
 * Written after the tickets of its page. If the process is killed, a page may be fetched twice but
 * is never lost.
 */
const pageSchema = z.strictObject({
  query: z.string(),
  start: z.int().nonnegative(),
  count: z.int().nonnegative(),
  total: z.int().nonnegative(),
});

const answerSchema = z.object({
  total: z.int().nonnegative(),
  issues: z.array(z.unknown()),
});

const FIELDS = 'key,summary,description,created,resolutiondate,watches,assignee';

/**
 * Fetches all tickets of a query page by page and appends them to tickets.jsonl. The same command
 * resumes after the last complete page.
 * @throws RefbenchError kind `infra-incomplete` if the server does not answer, `usage` if it
 *   rejects the query or the folder belongs to a different one, `in-use` if another command uses
 *   the folder
 */
export async function fetchJira(options: FetchJiraOptions): Promise<FetchResult> {
  const { url, jql, pageSize, folder, signal, onPage } = options;
  await using _lock = await acquireLock(join(folder, 'fetch.lock'), `the folder ${folder}`);
  const query = digestOf({ url, jql });
  const pagesFile = join(folder, 'fetch.jsonl');
  const { events } = await readJournal(pagesFile, pageSchema);
  if (events.some((page) => page.query !== query)) throw otherQuery(folder);
  const last = events.at(-1);
  const reused = last === undefined ? 0 : last.start + last.count;
  const ask = politeClient({ ...options, headers: headersOf(options.token) });
  await using tickets = await Journal.open<Ticket>(join(folder, 'tickets.jsonl'));
  await using pages = await Journal.open<z.infer<typeof pageSchema>>(pagesFile);
  const counts = new ImportCounts();
  let start = reused;
  for (;;) {
    signal.throwIfAborted();
    const search = new URLSearchParams({
      jql,
      fields: FIELDS,
      maxResults: String(pageSize),
      startAt: String(start),
    });
    const { status, text } = await ask(`${url}/rest/api/2/search?${search.toString()}`);
    const answer = parseJson(text, answerSchema);
    if (status !== 200 || answer.kind === 'invalid') throw searchError(url, status, text);
    const { issues, total } = answer.value;
    if (issues.length === 0) return { tickets: start, reused, counts };
    const read = issues.map((issue) => ticketFromJira(issue, counts));
    for (const entry of read) if (!isTicket(entry)) counts.skip(entry.skipped);
    await tickets.appendAll(read.filter(isTicket));
    await pages.append({ query, start, count: issues.length, total });
    start += issues.length;
    onPage?.(start, total);
    if (start >= total) return { tickets: start, reused, counts };
  }
}

function isTicket(entry: ReturnType<typeof ticketFromJira>): entry is Ticket {
  return !('skipped' in entry);
}

function headersOf(token: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    'user-agent': 'refbench',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
}

function otherQuery(folder: string): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `${folder} contains tickets of a different server or query`,
    hint: 'use another --folder, or remove fetch.jsonl and tickets.jsonl from it',
  });
}

function searchError(url: string, status: number, text: string): RefbenchError {
  const messages = parseJson(text, z.object({ errorMessages: z.array(z.string()) }));
  const details = messages.kind === 'valid' ? `: ${messages.value.errorMessages.join('; ')}` : '';
  const gone = status === 404 || status === 410 || status === 200;
  return new RefbenchError({
    kind: 'usage',
    message: `${url} did not answer the Jira search (HTTP ${status})${details.slice(0, 300)}`,
    hint: gone
      ? 'check the URL; Jira Cloud and closed trackers do not offer this search, so import an export instead'
      : 'check --jql and --project, and set JIRA_TOKEN if the server requires a token',
  });
}
