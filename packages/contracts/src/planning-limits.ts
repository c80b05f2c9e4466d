import { z } from 'zod';

/**
 * Limits of planning (one plan or all five) within the time and the budget of the attempt. The
 * remainder is available for the execution.
 */
export const planningLimitsSchema = z.strictObject({
  wall_clock_ms: z.int().positive(),
  /** Share of the attempt's budget, 0 to 1. */
  budget_share: z.number().positive().max(1),
});

export type PlanningLimits = z.infer<typeof planningLimitsSchema>;

/** Half an hour, as in the published runs, and half of the budget. */
export const DEFAULT_PLANNING = {
  wall_clock_ms: 30 * 60_000,
  budget_share: 0.5,
} as const satisfies PlanningLimits;
