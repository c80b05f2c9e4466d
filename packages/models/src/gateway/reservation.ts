import type { NanoUsd } from '../money.ts';
import type { Budget } from './budget.ts';
import type { BudgetWaiter } from './budget-waiter.ts';
import { affordableOutput, totalOf, type WorstCase } from './worst-case.ts';

/** The result of reserving the worst-case cost of a call. */
export type Reservation =
  | { readonly kind: 'reserved'; readonly nano: NanoUsd; readonly outputTokens: number }
  | { readonly kind: 'exhausted'; readonly scope: 'attempt' | 'run' }
  | { readonly kind: 'aborted' };

/** The two budgets that pay for the calls of an attempt. */
export interface AttemptBudgets {
  readonly attempt: Budget;
  readonly run: Budget;
}

/**
 * Reserves the worst-case cost of a call in both budgets, or in neither. Near the limit, a call waits
 * for the calls in progress, because they usually cost less than their worst case. The last calls get
 * a lower limit on their output.
 */
export async function reserveWorstCase(
  worst: WorstCase,
  budgets: AttemptBudgets,
  waiter: BudgetWaiter,
  signal: AbortSignal,
): Promise<Reservation> {
  const both = [budgets.attempt, budgets.run];
  for (;;) {
    if (signal.aborted) return { kind: 'aborted' };
    const free = Math.min(...both.map((budget) => budget.free));
    const affordable = Math.min(worst.outputTokens, affordableOutput(worst, free));
    const whole = affordable === worst.outputTokens;
    const othersHold = both.some((budget) => budget.hasReservations);
    if (whole || (!othersHold && affordable >= worst.leastOutputTokens)) {
      const nano = totalOf(worst, affordable);
      for (const budget of both) budget.reserve(nano);
      return { kind: 'reserved', nano, outputTokens: affordable };
    }
    const short = both.find(
      (budget) => affordableOutput(worst, budget.unspent) < worst.leastOutputTokens,
    );
    if (short !== undefined) {
      return { kind: 'exhausted', scope: short === budgets.attempt ? 'attempt' : 'run' };
    }
    await waiter.wait(signal);
  }
}
