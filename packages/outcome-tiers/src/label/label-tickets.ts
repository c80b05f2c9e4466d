import type { Ticket } from '../tickets/ticket.ts';
import { countAssignees, type CountOptions } from './assignee-counts.ts';
import { percentile, type Interpolation } from './percentile.ts';
import {
  TIERS,
  tierOfScore,
  tierScore,
  UNASSIGNED,
  type Signals,
  type Thresholds,
} from './tier.ts';

export interface LabelOptions extends CountOptions {
  /** Given thresholds take precedence over those computed from the corpus. */
  readonly thresholds: Partial<Thresholds>;
  readonly interpolation: Interpolation;
  /** Whether the assignee threshold is a percentile over tickets or over assignees. */
  readonly assigneePercentileOf: 'tickets' | 'assignees';
  /** Give unassigned tickets no tier, instead of counting them as those of an unknown person. */
  readonly unassignedApart: boolean;
  /** Include only tickets of these projects; all if empty. */
  readonly projects: readonly string[];
}

export interface TicketLabel extends Signals {
  /** Null for an unassigned ticket without a tier. */
  readonly score: number | null;
  readonly label: string;
}

interface Corpus {
  /** Number of different keys. */
  readonly tickets: number;
  readonly repeated: number;
  readonly labelled: number;
  /** Number of tickets without a time of creation or resolution. */
  readonly unresolved: number;
  readonly without_watches: number;
  readonly unassigned: number;
  readonly assignees: number;
}

export interface Labelling {
  readonly thresholds: Thresholds;
  /** The 67th percentile of days, reported for information as in the study. */
  readonly slow_days: number | null;
  readonly corpus: Corpus;
  /** Number of tickets by label, in the order of the tiers. */
  readonly distribution: Readonly<Record<string, number>>;
  readonly labels: ReadonlyMap<string, TicketLabel>;
}

/** The fields of a ticket that labelling needs. Texts are not kept. */
type Facts = Pick<Ticket, 'created' | 'resolved' | 'watches' | 'assignee'>;

const FAST_SHARE = 0.33;
const SLOW_SHARE = 0.67;
const BUSY_SHARE = 0.75;
const FEW_WATCHES = 2;
const SECONDS_PER_DAY = 86_400;

/**
 * Computes the signals, thresholds and tiers of all resolved tickets. The texts of tickets are not
 * used.
 */
export async function labelTickets(
  tickets: AsyncIterable<Ticket>,
  options: LabelOptions,
): Promise<Labelling> {
  const facts = new Map<string, Facts>();
  let lines = 0;
  for await (const ticket of tickets) {
    const { key, created, resolved, watches, assignee } = ticket;
    if (!inProjects(key, options.projects)) continue;
    lines += 1;
    facts.set(key, { created, resolved, watches, assignee });
  }
  const { countOf, byName } = countAssignees(facts, options);
  const signals = new Map<string, Signals>();
  for (const [key, ticket] of facts) {
    const days = daysOf(ticket);
    if (days === undefined) continue;
    signals.set(key, { days, watches: ticket.watches ?? 0, assignee_count: countOf(key, ticket) });
  }
  const { thresholds, slowDays } = thresholdsOf([...signals.values()], byName, options);
  const labels = new Map<string, TicketLabel>();
  for (const [key, each] of signals) {
    const apart = options.unassignedApart && facts.get(key)?.assignee === null;
    const score = apart ? null : tierScore(each, thresholds);
    labels.set(key, { ...each, score, label: score === null ? UNASSIGNED : tierOfScore(score) });
  }
  const all = [...facts.values()];
  return {
    thresholds,
    slow_days: slowDays,
    corpus: {
      tickets: facts.size,
      repeated: lines - facts.size,
      labelled: labels.size,
      unresolved: facts.size - labels.size,
      without_watches: all.filter(({ watches }) => watches === null).length,
      unassigned: all.filter(({ assignee }) => assignee === null).length,
      assignees: byName.size,
    },
    distribution: distributionOf(labels, options.unassignedApart),
    labels,
  };
}

function inProjects(key: string, projects: readonly string[]): boolean {
  return projects.length === 0 || projects.some((project) => key.startsWith(`${project}-`));
}

function daysOf({ created, resolved }: Facts): number | undefined {
  if (created === null || resolved === null) return undefined;
  const seconds = (Date.parse(resolved) - Date.parse(created)) / 1_000;
  return Math.max(0, seconds / SECONDS_PER_DAY);
}

function thresholdsOf(
  signals: readonly Signals[],
  byName: ReadonlyMap<string, number>,
  options: LabelOptions,
): { readonly thresholds: Thresholds; readonly slowDays: number | null } {
  const { thresholds: given, interpolation, assigneePercentileOf } = options;
  const days = sorted(signals.map((each) => each.days));
  const counts =
    assigneePercentileOf === 'assignees'
      ? sorted([...byName.values()])
      : sorted(signals.map((each) => each.assignee_count));
  // Without values there is no percentile, but also nothing to label.
  const of = (values: readonly number[], share: number): number =>
    values.length === 0 ? 0 : percentile(values, share, interpolation);
  return {
    thresholds: {
      fast_days: given.fast_days ?? of(days, FAST_SHARE),
      few_watches: given.few_watches ?? FEW_WATCHES,
      busy_assignee: given.busy_assignee ?? of(counts, BUSY_SHARE),
    },
    slowDays: days.length === 0 ? null : of(days, SLOW_SHARE),
  };
}

function sorted(values: number[]): readonly number[] {
  return values.sort((left, right) => left - right);
}

function distributionOf(
  labels: ReadonlyMap<string, TicketLabel>,
  withUnassigned: boolean,
): Readonly<Record<string, number>> {
  const names = withUnassigned ? [...TIERS, UNASSIGNED] : TIERS;
  const counts = new Map<string, number>(names.map((name) => [name, 0]));
  for (const { label } of labels.values()) counts.set(label, (counts.get(label) ?? 0) + 1);
  return Object.fromEntries(counts);
}
