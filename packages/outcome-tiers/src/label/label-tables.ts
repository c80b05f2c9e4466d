import { percent, type Table } from '@refbench/reports';
import type { Labelling, TicketLabel } from './label-tickets.ts';

/** Renders the distribution of the labels, and how often each signal scores a point. */
export function labelTables({
  labels,
  distribution,
  thresholds,
  slow_days,
  corpus,
}: Labelling): Table[] {
  const all = [...labels.values()];
  const share = (count: number): string => percent(all.length === 0 ? null : count / all.length);
  const scoring = (test: (label: TicketLabel) => boolean): string => share(all.filter(test).length);
  return [
    {
      id: 'tiers',
      title: 'Tickets by tier',
      head: ['tier', 'tickets', 'per cent'],
      rows: [
        ...Object.entries(distribution).map(([tier, count]) => [tier, String(count), share(count)]),
        ['all', String(all.length), share(all.length)],
      ],
      notes: [
        `${corpus.tickets} tickets, ${corpus.repeated} lines with a repeated key, ${corpus.unresolved} without a time of creation or resolution.`,
        `${corpus.without_watches} have no number of watches, which counts as 0; ${corpus.unassigned} are unassigned.`,
      ],
    },
    {
      id: 'signals',
      title: 'Signals',
      head: ['signal', 'point for', 'tickets with it, per cent'],
      rows: [
        [
          'days to the resolution',
          `at most ${round(thresholds.fast_days)}`,
          scoring(({ days }) => days <= thresholds.fast_days),
        ],
        [
          'watches',
          `at most ${round(thresholds.few_watches)}`,
          scoring(({ watches }) => watches <= thresholds.few_watches),
        ],
        [
          'tickets of the assignee',
          `fewer than ${round(thresholds.busy_assignee)}`,
          scoring(({ assignee_count: count }) => count < thresholds.busy_assignee),
        ],
      ],
      notes: slow_days === null ? [] : [`67th percentile of days: ${round(slow_days)}.`],
    },
  ];
}

function round(value: number): string {
  return String(Number(value.toFixed(4)));
}
