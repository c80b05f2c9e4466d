import type { Ticket } from '../tickets/ticket.ts';

export interface CountOptions {
  /**
   * `whole-corpus`: all tickets of the same assignee, including later ones, as in the study.
   * `before-ticket`: only tickets created before the ticket, so that no future information is used.
   */
  readonly assigneeCounts: 'whole-corpus' | 'before-ticket';
}

type Facts = Pick<Ticket, 'created' | 'assignee'>;

export interface AssigneeCounts {
  /** Returns 0 for an unassigned ticket. */
  readonly countOf: (key: string, ticket: Facts) => number;
  /** Number of tickets in the whole corpus by assignee. */
  readonly byName: ReadonlyMap<string, number>;
}

/** Counts the tickets of each assignee, resolved or not. */
export function countAssignees(
  tickets: ReadonlyMap<string, Facts>,
  { assigneeCounts }: CountOptions,
): AssigneeCounts {
  const byName = new Map<string, number>();
  for (const { assignee } of tickets.values()) {
    if (assignee !== null) byName.set(assignee, (byName.get(assignee) ?? 0) + 1);
  }
  if (assigneeCounts === 'before-ticket') {
    const before = countsBefore(tickets);
    return { countOf: (key) => before.get(key) ?? 0, byName };
  }
  return {
    countOf: (_key, { assignee }) => (assignee === null ? 0 : (byName.get(assignee) ?? 0)),
    byName,
  };
}

/**
 * Counts earlier tickets of the same assignee, by key. Tickets created at the same time do not
 * count each other.
 */
function countsBefore(tickets: ReadonlyMap<string, Facts>): ReadonlyMap<string, number> {
  const byAssignee = new Map<string, { readonly key: string; readonly created: string }[]>();
  for (const [key, { assignee, created }] of tickets) {
    if (assignee === null || created === null) continue;
    const own = byAssignee.get(assignee) ?? [];
    own.push({ key, created });
    byAssignee.set(assignee, own);
  }
  const counts = new Map<string, number>();
  for (const own of byAssignee.values()) {
    own.sort((left, right) => Date.parse(left.created) - Date.parse(right.created));
    let earlier = 0;
    for (const [at, { key, created }] of own.entries()) {
      if (at > 0 && own[at - 1]?.created !== created) earlier = at;
      counts.set(key, earlier);
    }
  }
  return counts;
}
