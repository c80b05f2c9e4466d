import { z } from 'zod';

/**
 * Says that a score was computed before this host had a complete baseline. Such a score is never ranked.
 * - `published`: with the runs of the maintainer of the instance, on the named machine.
 * - `early`: with the first runs on this host, which all agreed.
 */
export const provisionalBaselineSchema = z.strictObject({
  source: z.enum(['published', 'early']),
  /** Runs of each state. */
  runs: z.int().min(1),
  /** Where the runs were made. */
  machine: z.string(),
});

export type ProvisionalBaseline = z.infer<typeof provisionalBaselineSchema>;

/** When a run calibrates an instance that has no baseline on this host yet. */
export const baselineModeSchema = z.enum(['host', 'early', 'published']);

export type BaselineMode = z.infer<typeof baselineModeSchema>;
