import type { RunView } from '@refbench/evidence';
import type { VNode } from 'preact';
import { duration, money, percent } from '../lib/format.ts';
import { areGrouped } from '../lib/are-grouped.ts';
import { FigureLegend } from './figure-legend.tsx';
import { IntervalBar } from './interval-bar.tsx';
import { Table, type Column } from './table.tsx';

type Row = RunView['summary'][number];

/** The first table: a row per agent, best first, and reference agents apart. */
export function AgentTable({
  rows,
  references,
}: {
  readonly rows: readonly Row[];
  readonly references: readonly Row[];
}): VNode {
  const some = (test: (row: Row) => boolean): boolean => [...rows, ...references].some(test);
  const isGrouped = areGrouped(rows);
  const shown = COLUMNS.filter(
    ({ id }) =>
      (id !== 'group' || isGrouped) &&
      (id !== 'missing' || some(({ missing }) => missing > 0)) &&
      (id !== 'usd' || some(({ usd }) => usd !== null)),
  );
  return (
    <>
      {rows.length === 0 ? null : (
        <Table caption="Agents" columns={shown} rows={rows} keyOf={({ agent }) => agent} />
      )}
      {references.length === 0 ? null : (
        <Table
          caption="Reference agents, not ranked"
          columns={shown}
          rows={references}
          keyOf={({ agent }) => agent}
        />
      )}
      <FigureLegend isGrouped={isGrouped} />
    </>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'agent', label: 'Agent', value: ({ agent }) => agent, cell: ({ agent }) => agent },
  {
    id: 'n',
    minor: true,
    label: 'n',
    numeric: true,
    cell: ({ n, tested }) => (tested === undefined ? n : `${n} (${tested} tested)`),
  },
  {
    id: 'alignment',
    label: 'A',
    numeric: true,
    value: ({ alignment }) => alignment,
    cell: ({ alignment }) => percent(alignment),
  },
  {
    id: 'interval',
    label: 'A, interval',
    cell: ({ alignment, interval }) => <IntervalBar mean={alignment} interval={interval} />,
  },
  { id: 'group', label: 'Group', cell: ({ groups }) => groups.join(' ') || '–' },
  {
    id: 'pass',
    minor: true,
    label: 'Pass',
    numeric: true,
    value: ({ pass }) => pass,
    cell: ({ pass }) => percent(pass),
  },
  {
    id: 'ifr',
    minor: true,
    label: 'IFR',
    numeric: true,
    value: ({ ifr }) => ifr,
    cell: ({ ifr }) => percent(ifr),
  },
  {
    id: 'precision',
    minor: true,
    label: 'Precision',
    numeric: true,
    cell: ({ precision }) => percent(precision),
  },
  { id: 'missing', minor: true, label: 'No score', numeric: true, cell: ({ missing }) => missing },
  {
    id: 'usd',
    minor: true,
    label: 'Cost',
    numeric: true,
    value: ({ usd }) => usd,
    cell: ({ usd }) => money(usd),
  },
  {
    id: 'time',
    minor: true,
    label: 'Time',
    numeric: true,
    value: ({ seconds }) => seconds,
    cell: ({ seconds }) => duration(seconds),
  },
];
