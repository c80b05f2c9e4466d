import type { Limits, Outcome } from '@refbench/contracts';

/** Time and money. Money is null if nothing is metered. */
export interface PhaseBudget {
  readonly wallClockMs: number;
  readonly budgetUsd: number | null;
}

/** Time and money that earlier phases used. */
export interface PhaseUsage {
  readonly ms: number;
  readonly usd: number;
}

export type Allowance =
  | { readonly kind: 'granted'; readonly budget: PhaseBudget }
  /** Nothing is left for the phase, and the attempt ends with this outcome. */
  | { readonly kind: 'exhausted'; readonly outcome: Outcome };

/**
 * Returns the budget of the next phase: the rest of the attempt's budget, limited by the cap of the
 * phase. So all phases together stay within the attempt's budget.
 */
export function allowance(total: PhaseBudget, used: PhaseUsage, cap?: PhaseBudget): Allowance {
  // Whole milliseconds, and at least one, because a container needs a limit.
  const leftMs = Math.floor(total.wallClockMs - used.ms);
  if (leftMs < 1) {
    const limit_ms = total.wallClockMs;
    return { kind: 'exhausted', outcome: { kind: 'timed-out', limit: 'wall-clock', limit_ms } };
  }
  const wallClockMs = Math.min(leftMs, cap?.wallClockMs ?? leftMs);
  if (total.budgetUsd === null)
    return { kind: 'granted', budget: { wallClockMs, budgetUsd: null } };
  const leftUsd = total.budgetUsd - used.usd;
  if (leftUsd <= 0) {
    const outcome = {
      kind: 'budget-exceeded',
      budget_usd: total.budgetUsd,
      spent_usd: used.usd,
    } as const;
    return { kind: 'exhausted', outcome };
  }
  const budgetUsd = Math.min(leftUsd, cap?.budgetUsd ?? leftUsd);
  return { kind: 'granted', budget: { wallClockMs, budgetUsd } };
}

/** Returns the attempt's limits with the time limit of one phase. */
export function within(limits: Limits, budget: PhaseBudget): Limits {
  return { ...limits, wall_clock_ms: budget.wallClockMs };
}
