import type { BoardView } from '@refbench/leaderboard';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { TextFilter } from '../components/choice.tsx';
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
  const languageOf = (id: string): string | null =>
    board.results.find((row) => row.instance === id)?.language ?? null;
  const [text, setText] = useState('');
  const all = [...new Set(board.results.map(({ instance }) => instance))].sort();
  const ids = all.filter((id) =>
    `${id} ${languageOf(id) ?? ''}`.toLowerCase().includes(text.toLowerCase()),
  );
  const resultsOf = (id: string): BoardView['results'] =>
    board.results.filter((row) => row.instance === id && !references.has(row.label));
  const meanOf = (id: string): number | null => {
    const known = resultsOf(id).flatMap(({ alignment }) => alignment ?? []);
    return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0) / known.length;
  };
  return (
    <>
      <PageTitle text="Instances" />
      {all.length < 2 ? null : <TextFilter label="search" value={text} onInput={setText} />}
      <Table
        caption="Instances"
        captionHidden
        empty={
          all.length === 0 ? 'No submission has a result yet.' : 'No instance matches the search.'
        }
        rows={ids}
        keyOf={(id) => id}
        columns={[
          {
            id: 'instance',
            label: 'Instance',
            value: (id) => id,
            cell: (id) => <a href={linkTo(['instance', id])}>{id}</a>,
          },
          {
            id: 'language',
            label: 'Language',
            value: languageOf,
            cell: (id) => languageOf(id) ?? '–',
          },
          {
            id: 'n',
            label: 'Results',
            numeric: true,
            value: (id) => resultsOf(id).length,
            cell: (id) => resultsOf(id).length || 'references only',
          },
          {
            id: 'mean',
            label: 'Mean A',
            numeric: true,
            value: meanOf,
            cell: (id) => percent(meanOf(id)),
          },
        ]}
      />
    </>
  );
}
