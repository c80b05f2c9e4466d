import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { acquireLock, digestOf, Journal, parseJson, readJournal } from '@refbench/files';
import { z } from 'zod';
import { ticketFromJira } from '../tickets/from-jira.ts';
import type { Ticket } from '../tickets/ticket.ts';
import { politeClient } from './ask-politely.ts';

export interface FetchJiraOptions {
  /** Of the server, e.g. `https://jira.example.org`. */
  readonly url: string;
  readonly jql: string;
  /** Tickets asked for at a time; a server may give fewer. */
  readonly pageSize: number;
  readonly delayMs: number;
  /** Gets tickets.jsonl and fetch.jsonl. */
  readonly folder: string;
  readonly token?: string | undefined;
  readonly signal: AbortSignal;
  readonly onPage?: (done: number, total: number) => void;
  readonly firstWaitMs?: number;
}

export interface FetchResult {
  readonly tickets: number;
  /** How many of them an earlier command had fetched. */
  readonly reused: number;
}

/** Written after the tickets of its page, so that a kill makes a page come twice, never not at all. */
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
 * All tickets of a query, page by page, appended to tickets.jsonl. The same command goes on after the
 * last whole page.
 * @throws RefbenchError kind `infra-incomplete` where the server gives no answer, `usage` where it
 *   refuses the query or the folder belongs to another one, `in-use` where another command fetches
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
    if (status !== 200 || answer.kind === 'invalid') throw refused(url, status, text);
    const { issues, total } = answer.value;
    if (issues.length === 0) return { tickets: start, reused };
    await tickets.appendAll(issues.map(ticketFromJira).filter(isTicket));
    await pages.append({ query, start, count: issues.length, total });
    start += issues.length;
    onPage?.(start, total);
    if (start >= total) return { tickets: start, reused };
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
    message: `${folder} holds tickets of another server or query`,
    hint: 'give another --folder, or remove fetch.jsonl and tickets.jsonl from it',
  });
}

function refused(url: string, status: number, text: string): RefbenchError {
  const messages = parseJson(text, z.object({ errorMessages: z.array(z.string()) }));
  const said = messages.kind === 'valid' ? `: ${messages.value.errorMessages.join('; ')}` : '';
  const gone = status === 404 || status === 410 || status === 200;
  return new RefbenchError({
    kind: 'usage',
    message: `${url} does not answer the search as Jira does (HTTP ${status})${said.slice(0, 300)}`,
    hint: gone
      ? 'check the address; Jira Cloud and closed trackers do not offer this search: import an export instead'
      : 'check --jql and --project, and set JIRA_TOKEN where the server wants one',
  });
}
