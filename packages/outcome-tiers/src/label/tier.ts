/** The tiers of the study, in the order in which it draws its sample. */
export const TIERS = ['Automate', 'Assist', 'Escalate'] as const;
export type Tier = (typeof TIERS)[number];

/** Unassigned tickets, where they are asked to be a class of their own. */
export const UNASSIGNED = 'Unassigned';

export interface Signals {
  /** From creation to resolution, not rounded; never below 0. */
  readonly days: number;
  readonly watches: number;
  /** Tickets of the corpus that are assigned to the same name; 0 for nobody. */
  readonly assignee_count: number;
}

export interface Thresholds {
  /** At most so many days score a point. */
  readonly fast_days: number;
  /** At most so many watches score a point. */
  readonly few_watches: number;
  /** Fewer tickets of the assignee than this score a point. */
  readonly busy_assignee: number;
}

/** What the study used. */
export const STUDY_THRESHOLDS: Thresholds = { fast_days: 1.9, few_watches: 2, busy_assignee: 136 };

/** 0 to 3: a point for each signal of a ticket that was easy to resolve. */
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
