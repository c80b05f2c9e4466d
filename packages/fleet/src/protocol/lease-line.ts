import { z } from 'zod';
import { cellSchema } from './messages.ts';

/** A line that a worker writes to the process that makes its attempts: one attempt, and its lease. */
export const leaseLineSchema = z.strictObject({
  url: z.string(),
  token: z.string(),
  ca: z.string().optional(),
  cell: cellSchema,
  /** Number of the last try that exists. */
  after: z.int().min(0),
  spent_usd: z.number().min(0),
});
export type LeaseLine = z.infer<typeof leaseLineSchema>;

/** The line by which that process says that the attempt has ended. */
export const cellEndSchema = z.strictObject({
  kind: z.literal('cell-ended'),
  /** Why there is no score. Null if there is one. */
  incomplete: z.strictObject({ kind: z.string(), reason: z.string(), hint: z.string() }).nullable(),
});
export type CellEnd = z.infer<typeof cellEndSchema>;
