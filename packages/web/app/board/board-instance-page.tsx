import type { BoardView } from '@refbench/leaderboard';
import type { VNode } from 'preact';
import { Table } from '../components/table.tsx';
import { percent } from '../lib/format.ts';
import { linkTo } from '../lib/route.ts';
import { ResultTable } from './result-table.tsx';
import { PageTitle } from '../components/page-title.tsx';

/** One instance with all agents or, without a name, all instances. */
export function BoardInstancePage(props: {
  readonly board: BoardView;
  readonly id: string;
}): VNode {
  const { board, id } = props;
  if (id === '') return <AllInstances board={board} />;
  return (
    <>
      <PageTitle text={id} />
      <ResultTable
        caption="Results"
        first="agent"
        rows={board.results.filter((row) => row.instance === id)}
      />
    </>
  );
}

function AllInstances({ board }: { readonly board: BoardView }): VNode {
  const references = new Set(board.agents.flatMap((one) => (one.reference ? [one.label] : [])));
  const ids = [...new Set(board.results.map(({ instance }) => instance))].sort();
  const resultsOf = (id: string): BoardView['results'] =>
    board.results.filter((row) => row.instance === id && !references.has(row.label));
  const meanOf = (id: string): number | null => {
    const known = resultsOf(id).flatMap(({ alignment }) => alignment ?? []);
    return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
  };
  return (
    <>
      <PageTitle text="Instances" />
      <Table
        caption="Instances"
        captionHidden
        rows={ids}
        keyOf={(id) => id}
        columns={[
          {
            id: 'instance',
            label: 'Instance',
            cell: (id) => <a href={linkTo(['instance', id])}>{id}</a>,
          },
          {
            id: 'language',
            label: 'Language',
            cell: (id) => board.results.find((row) => row.instance === id)?.language ?? '–',
          },
          { id: 'n', label: 'Results', numeric: true, cell: (id) => resultsOf(id).length },
          { id: 'mean', label: 'Mean A', numeric: true, cell: (id) => percent(meanOf(id)) },
        ]}
      />
    </>
  );
}
