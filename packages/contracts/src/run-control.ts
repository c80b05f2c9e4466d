import { z } from 'zod';
import { segmentSchema } from './instance-id.ts';

/** control.json in the folder of a run: what its process was asked for. */
export const controlStateSchema = z.strictObject({
  schema: z.literal(1),
  wanted: z.enum(['run', 'pause', 'drain', 'stop']),
  /** How often another try of what the infrastructure has failed was asked for. */
  retries: z.int().min(0),
  at: z.iso.datetime(),
});

export type ControlState = z.infer<typeof controlStateSchema>;

/** Output of `refbench ctl status --json`. */
export const runStatusSchema = z.strictObject({
  run: segmentSchema,
  /** Whether a process works on the run. */
  running: z.boolean(),
  wanted: controlStateSchema.shape.wanted,
  /** Number of planned attempts. */
  attempts: z.int().min(0),
  /** Number of attempts by state, e.g. `scored` or `not started`. */
  states: z.record(z.string(), z.int().min(1)),
  /** Dollars of attempts that have ended. */
  usd: z.number().min(0),
});

export type RunStatus = z.infer<typeof runStatusSchema>;
