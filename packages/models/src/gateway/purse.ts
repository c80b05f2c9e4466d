import type { NanoUsd } from '../money.ts';
import type { Budget } from './budget.ts';
import { affordableOutput, totalOf, type WorstCase } from './worst-case.ts';

export type Reservation =
  | { readonly kind: 'reserved'; readonly nano: NanoUsd; readonly outputTokens: number }
  | { readonly kind: 'exhausted'; readonly scope: 'attempt' | 'run' }
  | { readonly kind: 'aborted' };

/** Rings whenever a call has settled, for all that wait for money to come back. */
export class SettlementBell {
  private readonly waiting = new Set<() => void>();

  ring(): void {
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  /** Resolves at the next settlement, or when the signal fires. */
  async next(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        this.waiting.delete(wake);
        resolve();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}

/**
 * Promises the worst case of a call out of an attempt's budget and its run's, or nothing of either.
 * Near the edge a call waits for those under way, whose worst cases mostly come back; the last ones
 * get a shorter answer.
 */
export async function reserve(
  worst: WorstCase,
  budgets: { readonly attempt: Budget; readonly run: Budget },
  bell: SettlementBell,
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
    await bell.next(signal);
  }
}
