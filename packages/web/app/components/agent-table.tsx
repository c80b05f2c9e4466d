import type { RunView } from '@refbench/evidence';
import type { VNode } from 'preact';
import { duration, money, percent } from '../lib/format.ts';
import { IntervalBar } from './interval-bar.tsx';
import { Table, type Column } from './table.tsx';

type Row = RunView['summary'][number];

/** The one table that a reader sees first: a row per agent, best first. */
export function AgentTable({ rows }: { readonly rows: readonly Row[] }): VNode {
  const some = (test: (row: Row) => boolean): boolean => rows.some(test);
  const shown = COLUMNS.filter(
    ({ id }) =>
      (id !== 'group' || some(({ groups }) => groups.length > 0)) &&
      (id !== 'missing' || some(({ missing }) => missing > 0)) &&
      (id !== 'usd' || some(({ usd }) => usd !== null)),
  );
  return (
    <>
      <Table caption="Agents" columns={shown} rows={rows} keyOf={({ agent }) => agent} />
      <p class="quiet-text">
        Percentages. A is the alignment, Pass × IFR, with its 95 % interval; n is the number of
        instances.{' '}
        {some(({ groups }) => groups.length > 0)
          ? 'Agents with a common letter cannot be told apart by their alignment.'
          : ''}
      </p>
    </>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  { id: 'agent', label: 'Agent', cell: ({ agent }) => agent },
  {
    id: 'n',
    label: 'n',
    numeric: true,
    cell: ({ n, tested }) => (tested === undefined ? n : `${n} (${tested} tested)`),
  },
  { id: 'alignment', label: 'A', numeric: true, cell: ({ alignment }) => percent(alignment) },
  {
    id: 'interval',
    label: 'A, interval',
    cell: ({ alignment, interval }) => <IntervalBar mean={alignment} interval={interval} />,
  },
  { id: 'group', label: 'Group', cell: ({ groups }) => groups.join(' ') || '–' },
  { id: 'pass', label: 'Pass', numeric: true, cell: ({ pass }) => percent(pass) },
  { id: 'ifr', label: 'IFR', numeric: true, cell: ({ ifr }) => percent(ifr) },
  {
    id: 'precision',
    label: 'Precision',
    numeric: true,
    cell: ({ precision }) => percent(precision),
  },
  { id: 'missing', label: 'No score', numeric: true, cell: ({ missing }) => missing },
  { id: 'usd', label: 'Cost', numeric: true, cell: ({ usd }) => money(usd) },
  { id: 'time', label: 'Time', numeric: true, cell: ({ seconds }) => duration(seconds) },
];
