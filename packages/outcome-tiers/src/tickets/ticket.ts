import { z } from 'zod';

const timeSchema = z.iso.datetime().nullable();

/** One ticket from any source: a line of tickets.jsonl. */
export interface Ticket {
  /** For example `SPR-1234`, or `GH-12` for an issue that exists only on GitHub. */
  readonly key: string;
  readonly summary: string;
  readonly description: string;
  /** ISO 8601 in UTC. */
  readonly created: string | null;
  readonly resolved: string | null;
  /** Null if the source does not provide it. */
  readonly watches: number | null;
  /** Display name of the person. Null if unassigned. */
  readonly assignee: string | null;
}

export const ticketSchema: z.ZodType<Ticket> = z.strictObject({
  key: z.string().min(1),
  summary: z.string(),
  description: z.string(),
  created: timeSchema,
  resolved: timeSchema,
  watches: z.int().nonnegative().nullable(),
  assignee: z.string().min(1).nullable(),
});
