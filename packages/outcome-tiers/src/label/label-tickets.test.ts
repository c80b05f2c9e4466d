import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Ticket } from '../tickets/ticket.ts';
import { labelTickets, type Labelling, type LabelOptions } from './label-tickets.ts';
import { INTERPOLATIONS, percentile } from './percentile.ts';
import { STUDY_THRESHOLDS, tierOfScore, tierScore } from './tier.ts';

const DAY = 86_400_000;
const START = Date.UTC(2010, 0, 1);
const STUDY: LabelOptions = {
  thresholds: STUDY_THRESHOLDS,
  interpolation: 'linear',
  assigneePercentileOf: 'tickets',
  unassignedApart: false,
  projects: [],
  assigneeCounts: 'whole-corpus',
};

function ticket(key: string, fields: Partial<Ticket> & { readonly days?: number } = {}): Ticket {
  const { days = 1, ...given } = fields;
  const created = given.created ?? new Date(START).toISOString();
  return {
    key,
    summary: '',
    description: '',
    created,
    resolved: new Date(Date.parse(created) + days * DAY).toISOString(),
    watches: 0,
    assignee: null,
    ...given,
  };
}

async function* stream(tickets: readonly Ticket[]): AsyncGenerator<Ticket, void, undefined> {
  yield* tickets;
}

function label(
  tickets: readonly Ticket[],
  options: Partial<LabelOptions> = {},
): Promise<Labelling> {
  return labelTickets(stream(tickets), { ...STUDY, ...options });
}

describe("the study's rule", () => {
  test('a point for each signal, at its threshold', () => {
    const signals = { days: 1.9, watches: 2, assignee_count: 135 };
    expect(tierScore(signals, STUDY_THRESHOLDS)).toBe(3);
    expect(tierScore({ ...signals, days: 1.900_01 }, STUDY_THRESHOLDS)).toBe(2);
    expect(tierScore({ ...signals, watches: 3 }, STUDY_THRESHOLDS)).toBe(2);
    expect(tierScore({ ...signals, assignee_count: 136 }, STUDY_THRESHOLDS)).toBe(2);
    expect([0, 1, 2, 3].map(tierOfScore)).toEqual(['Escalate', 'Escalate', 'Assist', 'Automate']);
  });

  test('days are not rounded and never negative; missing watches and assignees count as 0', async () => {
    const { labels, corpus } = await label([
      ticket('A-1', { days: 1.904 }),
      ticket('A-2', { days: -3 }),
      ticket('A-3', { watches: null }),
      ticket('A-4', { resolved: null }),
      ticket('A-5', { assignee: 'x' }),
    ]);
    expect(labels.get('A-1')).toMatchObject({ score: 2, label: 'Assist', assignee_count: 0 });
    expect(labels.get('A-2')?.days).toBe(0);
    expect(labels.get('A-3')).toMatchObject({ watches: 0, label: 'Automate' });
    expect(labels.has('A-4')).toBe(false);
    expect(corpus).toMatchObject({ tickets: 5, labelled: 4, unresolved: 1, without_watches: 1 });
    expect(corpus).toMatchObject({ unassigned: 4, assignees: 1 });
  });

  test('counts cover the whole corpus, resolved or not; a repeated key is one ticket', async () => {
    const { labels, corpus } = await label([
      ticket('A-1', { assignee: 'x', days: 9 }),
      ticket('A-2', { assignee: 'x', resolved: null }),
      ticket('A-1', { assignee: 'x', days: 1 }),
    ]);
    expect(labels.get('A-1')).toMatchObject({ assignee_count: 2, days: 1 });
    expect(corpus.repeated).toBe(1);
  });
});

describe('options against its weaknesses', () => {
  test('unassigned tickets can be a separate class', async () => {
    const tickets = [ticket('A-1'), ticket('A-2', { assignee: 'x' })];
    expect((await label(tickets)).labels.get('A-1')?.label).toBe('Automate');
    const apart = await label(tickets, { unassignedApart: true });
    expect(apart.labels.get('A-1')).toMatchObject({ score: null, label: 'Unassigned' });
    expect(apart.distribution).toEqual({ Automate: 1, Assist: 0, Escalate: 0, Unassigned: 1 });
  });

  test('counts can be limited to earlier tickets', async () => {
    const at = (days: number): string => new Date(START + days * DAY).toISOString();
    const own = [3, 0, 3, 7].map((days, n) =>
      ticket(`A-${n}`, { assignee: 'x', created: at(days) }),
    );
    const { labels } = await label(own, { assigneeCounts: 'before-ticket' });
    expect(own.map(({ key }) => labels.get(key)?.assignee_count)).toEqual([1, 0, 1, 3]);
  });

  test('the corpus can be limited to one project', async () => {
    const { labels, corpus } = await label([ticket('A-1'), ticket('AB-1')], { projects: ['A'] });
    expect([...labels.keys()]).toEqual(['A-1']);
    expect(corpus.tickets).toBe(1);
  });
});

describe('thresholds of the corpus', () => {
  test('percentiles of days and of counts, of tickets or of people', async () => {
    const many = Array.from({ length: 8 }, (_, n) => ticket(`A-${n}`, { days: n, assignee: 'x' }));
    const tickets = [...many, ticket('A-8', { days: 8, assignee: 'y' })];
    const byTicket = await label(tickets, { thresholds: {} });
    expect(byTicket.thresholds).toEqual({ fast_days: 2.64, few_watches: 2, busy_assignee: 8 });
    expect(byTicket.slow_days).toBeCloseTo(5.36);
    const byPerson = await label(tickets, { thresholds: {}, assigneePercentileOf: 'assignees' });
    expect(byPerson.thresholds.busy_assignee).toBe(6.25);
    const given = await label(tickets, { thresholds: { fast_days: 1 } });
    expect(given.thresholds).toMatchObject({ fast_days: 1, busy_assignee: 8 });
  });

  test('interpolations are those of numpy', () => {
    // numpy.quantile([1, 2, 4, 8], 0.5 and 0.4, method=...)
    const at = (share: number): readonly number[] =>
      INTERPOLATIONS.map((how) => percentile([1, 2, 4, 8], share, how));
    expect(at(0.5)).toEqual([3, 2, 4, 3, 4]);
    expect(at(0.4).map((value) => Number(value.toFixed(9)))).toEqual([2.4, 2, 4, 3, 2]);
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, share) => {
          const sorted = values.toSorted((left, right) => left - right);
          const [linear = 0, lower = 0, higher = 0, midpoint = 0, nearest = 0] = INTERPOLATIONS.map(
            (how) => percentile(sorted, share, how),
          );
          for (const value of [linear, midpoint, nearest]) {
            expect(value).toBeGreaterThanOrEqual(lower);
            expect(value).toBeLessThanOrEqual(higher);
          }
        },
      ),
    );
  });

  test('no tickets give no labels, and no error', async () => {
    const { labels, distribution } = await label([], { thresholds: {} });
    expect(labels.size).toBe(0);
    expect(distribution).toEqual({ Automate: 0, Assist: 0, Escalate: 0 });
  });
});
