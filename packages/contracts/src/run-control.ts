import { z } from 'zod';

/** control.json in the folder of a run: what its process was asked for. */
export const controlStateSchema = z.strictObject({
  schema: z.literal(1),
  wanted: z.enum(['run', 'pause', 'drain', 'stop']),
  /** How often another try of what the infrastructure has failed was asked for. */
  retries: z.int().min(0),
  at: z.iso.datetime(),
});

export type ControlState = z.infer<typeof controlStateSchema>;
