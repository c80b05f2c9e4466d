import type { Comparison } from '../model/comparison.ts';
import { METRIC_NAMES } from '../model/metric-names.ts';
import {
  effect,
  percent,
  percentRange,
  probability,
  signed,
  testNote,
  type Table,
} from '../model/table.ts';

/** Returns the tables of a comparison: metrics, flips, and the alignment of each instance. */
export function comparisonTables(comparison: Comparison): readonly Table[] {
  return [
    metricTable(comparison),
    flipTable(comparison),
    instanceTable(comparison),
    {
      id: 'left-out',
      title: 'Excluded instances',
      head: ['instance', 'reason'],
      rows: comparison.leftOut.map(({ instance, reason }) => [instance, reason]),
      notes: [],
    },
  ].filter((table) => table.rows.length > 0);
}

function metricTable({ first, second, metrics, method, instances }: Comparison): Table {
  return {
    id: 'metrics',
    title: `A: ${first.name}  B: ${second.name}  (${instances.length} common instances)`,
    head: [
      'metric',
      'n',
      'A',
      'B',
      'A - B',
      '95 % t',
      '95 % BCa',
      'p',
      'q',
      'effect',
      'detectable',
      'W/L/T',
    ],
    rows: metrics.map((one) => [
      METRIC_NAMES[one.metric],
      String(one.n),
      percent(one.firstMean),
      percent(one.secondMean),
      signed(one.difference),
      percentRange(one.interval),
      percentRange(one.bootstrap),
      probability(one.p),
      probability(one.q),
      effect(one),
      percent(one.minimumDetectable),
      `${one.wins}/${one.losses}/${one.ties}`,
    ]),
    notes: [
      `${testNote(method)}; q: Benjamini-Hochberg over the metrics of this table.`,
      `A is from ${first.source} (${first.digest}), B from ${second.source} (${second.digest}).`,
    ],
  };
}

function flipTable({ flips }: Comparison): Table {
  return {
    id: 'flips',
    title: 'Instances whose Pass flips',
    head: ['instance', 'A', 'B', 'because'],
    rows: flips.map(({ instance, first, second, reasons }) => [
      instance,
      percent(first),
      percent(second),
      reasons.length === 0 ? '-' : reasons.join('; '),
    ]),
    notes: [],
  };
}

function instanceTable({ differences }: Comparison): Table {
  const rows = differences
    .filter(({ metric }) => metric === 'alignment')
    .toSorted((left, right) => right.difference - left.difference);
  return {
    id: 'instances',
    title: 'Alignment by instance',
    head: ['instance', 'A', 'B', 'A - B', 'zero because'],
    rows: rows.map(({ instance, first, second, difference, reasons }) => [
      instance,
      percent(first),
      percent(second),
      signed(difference),
      reasons.length === 0 ? '-' : reasons.join('; '),
    ]),
    notes: [],
  };
}
