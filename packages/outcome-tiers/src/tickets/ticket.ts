import { z } from 'zod';

const timeSchema = z.iso.datetime().nullable();

/** One ticket, wherever it comes from: a line of tickets.jsonl. */
export interface Ticket {
  /** E.g. `SPR-1234`; `GH-12` for an issue that only GitHub knows. */
  readonly key: string;
  readonly summary: string;
  readonly description: string;
  /** ISO 8601 in UTC. */
  readonly created: string | null;
  readonly resolved: string | null;
  /** Null where the source does not say. */
  readonly watches: number | null;
  /** The name shown for the person; null where nobody is assigned. */
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
