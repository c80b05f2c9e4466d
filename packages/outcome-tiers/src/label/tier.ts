/** The tiers of the study, in the order in which it draws its sample. */
export const TIERS = ['Automate', 'Assist', 'Escalate'] as const;
export type Tier = (typeof TIERS)[number];

/** Label of unassigned tickets if they are treated separately. */
export const UNASSIGNED = 'Unassigned';

export interface Signals {
  /** Days from creation to resolution, not rounded and at least 0. */
  readonly days: number;
  readonly watches: number;
  /** Number of tickets in the corpus with the same assignee. 0 without an assignee. */
  readonly assignee_count: number;
}

export interface Thresholds {
  /** Up to this number of days scores a point. */
  readonly fast_days: number;
  /** Up to this number of watches scores a point. */
  readonly few_watches: number;
  /** Fewer tickets of the assignee than this number score a point. */
  readonly busy_assignee: number;
}

/** The thresholds of the study. */
export const STUDY_THRESHOLDS: Thresholds = { fast_days: 1.9, few_watches: 2, busy_assignee: 136 };

/** Returns 0 to 3, one point for each signal of a ticket that was easy to resolve. */
export function tierScore(signals: Signals, thresholds: Thresholds): number {
  return (
    Number(signals.days <= thresholds.fast_days) +
    Number(signals.watches <= thresholds.few_watches) +
    Number(signals.assignee_count < thresholds.busy_assignee)
  );
}

export function tierOfScore(score: number): Tier {
  if (score === 3) return 'Automate';
  return score === 2 ? 'Assist' : 'Escalate';
}
