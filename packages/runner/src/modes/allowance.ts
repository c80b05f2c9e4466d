import type { Limits, Outcome } from '@refbench/contracts';

/** Time and money; money is null where nothing is metered. */
export interface PhaseBudget {
  readonly wallClockMs: number;
  readonly budgetUsd: number | null;
}

/** What earlier phases of the attempt took. */
export interface PhaseUsage {
  readonly ms: number;
  readonly usd: number;
}

export type Allowance =
  | { readonly kind: 'granted'; readonly budget: PhaseBudget }
  /** Nothing is left for the phase: how the attempt ends. */
  | { readonly kind: 'exhausted'; readonly outcome: Outcome };

/**
 * What the next phase may use: what is left of the attempt's budget, and no more than the phase's own
 * cap. So all phases together stay within the attempt's budget, whatever each of them took.
 */
export function allowance(total: PhaseBudget, used: PhaseUsage, cap?: PhaseBudget): Allowance {
  // Whole milliseconds, and never zero: a container needs a limit.
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

/** The attempt's limits with the time of one phase. */
export function within(limits: Limits, budget: PhaseBudget): Limits {
  return { ...limits, wall_clock_ms: budget.wallClockMs };
}
