import { z } from 'zod';

/** Invites one worker to ask a run for one attempt. */
export const ticketSchema = z.strictObject({
  run: z.string(),
  /** Where the run answers, e.g. `http://10.0.0.5:7070`. */
  url: z.string(),
  secret: z.string(),
  /** Certificate in PEM form, if the address is `https:` and not signed by a known authority. */
  ca: z.string().optional(),
});
export type Ticket = z.infer<typeof ticketSchema>;

/** The name of the queue in Redis. */
export const QUEUE = 'refbench';
