import { z } from 'zod';
import type { ImportCounts } from './import-counts.ts';
import { parseTime } from './parse-time.ts';
import type { Ticket } from './ticket.ts';

/** A plain value or its form in MongoDB Extended JSON. */
const extended = z.union([
  z.string(),
  z.number(),
  z.object({ $date: z.union([z.string(), z.object({ $numberLong: z.string() })]) }),
  z.object({ $numberInt: z.string() }),
  z.object({ $numberLong: z.string() }),
  z.null(),
]);

const issueSchema = z.object({
  key: z.string().min(1),
  fields: z
    .object({
      summary: z.string().nullish(),
      description: z.unknown().optional(),
      created: extended.nullish(),
      resolutiondate: extended.nullish(),
      watches: z.union([extended, z.object({ watchCount: extended.nullish() })]).nullish(),
      assignee: z.union([z.string(), z.object({ displayName: z.string().nullish() })]).nullish(),
    })
    .nullish(),
});

export interface Skipped {
  readonly skipped: string;
}

/**
 * Reads an issue of the Jira REST API or a document of the JiraRepos collections.
 * @param counts gets a remark for each time that cannot be read
 */
export function ticketFromJira(value: unknown, counts: ImportCounts): Ticket | Skipped {
  const issue = issueSchema.safeParse(value);
  if (!issue.success) return { skipped: 'not a Jira issue' };
  const { key, fields } = issue.data;
  const { summary, description, created, resolutiondate, watches, assignee } = fields ?? {};
  const name = typeof assignee === 'string' ? assignee : assignee?.displayName;
  const count = typeof watches === 'object' && watches !== null ? watchCount(watches) : watches;
  return {
    key: key.toUpperCase(),
    summary: summary ?? '',
    description: textOf(description),
    created: counts.time(timeOf(created), plainOf(created), 'created', key),
    resolved: counts.time(timeOf(resolutiondate), plainOf(resolutiondate), 'resolved', key),
    watches: countOf(count),
    assignee: name === undefined || name === null || name === '' ? null : name,
  };
}

type Extended = z.infer<typeof extended>;

function watchCount(
  watches: Exclude<Extended, string | number | null> | { watchCount?: Extended | undefined },
): Extended | undefined {
  return 'watchCount' in watches ? watches.watchCount : (watches as Extended);
}

function timeOf(value: Extended | undefined): string | undefined {
  const plain = plainOf(value);
  if (plain === null) return undefined;
  return typeof plain === 'number' ? isoOf(plain) : parseTime(plain);
}

function isoOf(milliseconds: number): string | undefined {
  return Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : undefined;
}

function countOf(value: Extended | undefined): number | null {
  const plain = plainOf(value);
  const count = plain === null || plain === '' ? Number.NaN : Number(plain);
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}

function plainOf(value: Extended | undefined): string | number | null {
  if (typeof value !== 'object' || value === null) return value ?? null;
  if ('$date' in value) {
    return typeof value.$date === 'string' ? value.$date : Number(value.$date.$numberLong);
  }
  return Number('$numberInt' in value ? value.$numberInt : value.$numberLong);
}

const nodeSchema = z.object({
  type: z.string().optional(),
  text: z.string().optional(),
  content: z.array(z.unknown()).optional(),
});

/**
 * Returns the text of a description, which is plain text or a document of the Jira Cloud editor.
 */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const node = nodeSchema.safeParse(value);
  if (!node.success) return '';
  const { type, text = '', content = [] } = node.data;
  const inner = content.map(textOf).join('');
  return `${text}${inner}${type === 'paragraph' || type === 'hardBreak' ? '\n' : ''}`;
}
