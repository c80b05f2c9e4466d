import { z } from 'zod';
import type { Skipped } from './from-jira.ts';
import type { ImportCounts } from './import-counts.ts';
import { parseTime } from './parse-time.ts';
import type { Ticket } from './ticket.ts';

const issueSchema = z.object({
  number: z.int().positive(),
  title: z.string(),
  body: z.string().nullish(),
  created_at: z.string(),
  closed_at: z.string().nullish(),
  assignee: z.object({ login: z.string().min(1) }).nullish(),
  pull_request: z.unknown().optional(),
});

/** Text that a migration from Jira added around the description. */
const OPENED =
  /^\*\*\[[^\]\n]*\]\([^)\n]*\)\*\* opened \*\*\[[^\]\n]*\]\([^)\n]*\)\*\* and commented\s*/;
const FOOTER =
  /\n---\n+(?=\*\*(?:Affects|Attachments|Backported|Issue Links|Reference URL|Referenced|Sub-tasks)|\d+ votes?, \d+ watch)[\s\S]*$/;

/**
 * Reads an issue of the GitHub REST API. An issue migrated from Jira (`[SPR-1234]` in the title,
 * votes and watchers below the text) gets its old key and its watchers.
 * @param counts gets a remark for each time that cannot be read
 */
export function ticketFromGithub(value: unknown, counts: ImportCounts): Ticket | Skipped {
  const issue = issueSchema.safeParse(value);
  if (!issue.success) return { skipped: 'not a GitHub issue' };
  const { number, title, created_at, closed_at, assignee, pull_request } = issue.data;
  if (pull_request !== undefined && pull_request !== null) return { skipped: 'pull request' };
  const body = (issue.data.body ?? '').replaceAll('\r\n', '\n');
  const migrated = /\s*\[([A-Z][A-Z0-9_]*-\d+)\]\s*$/.exec(title);
  const watchers = /\b\d+ votes?, (\d+) watchers?\b/.exec(body)?.[1];
  const key = migrated?.[1] ?? `GH-${number}`;
  return {
    key,
    summary: migrated === null ? title : title.slice(0, migrated.index),
    description: migrated === null ? body : body.replace(FOOTER, '').replace(OPENED, ''),
    created: counts.time(parseTime(created_at), created_at, 'created', key),
    resolved: counts.time(parseTime(closed_at ?? ''), closed_at ?? null, 'resolved', key),
    watches: watchers === undefined ? null : Number(watchers),
    assignee: assignee?.login ?? null,
  };
}
