import type { BoardView } from '@refbench/leaderboard';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { TextFilter } from '../components/choice.tsx';
import { IdText } from '../components/id-text.tsx';
import { Table } from '../components/table.tsx';
import { percent } from '../lib/format.ts';
import { linkTo } from '../lib/route.ts';
import { words } from '../lib/words.ts';
import { ResultTable } from './result-table.tsx';
import { PageTitle } from '../components/page-title.tsx';

/** One instance with all agents or, without a name, all instances. */
export function BoardInstancePage(props: {
  readonly board: BoardView;
  readonly id: string;
}): VNode {
  const { board, id } = props;
  if (id === '') return <AllInstances board={board} />;
  const rows = board.results.filter((row) => row.instance === id);
  return (
    <>
      <PageTitle text={id} />
      <Facts id={id} rows={rows} />
      <ResultTable caption="Results" first="agent" rows={rows} />
    </>
  );
}

/** What the board knows of an instance. Its id names the repository and the commit before the refactoring. */
function Facts(props: { readonly id: string; readonly rows: BoardView['results'] }): VNode {
  const { id, rows } = props;
  const [, owner = '', name = '', base = ''] = /^(.+?)__(.+)-([0-9a-f]+)$/.exec(id) ?? [];
  const known = (values: readonly (string | null)[]): string | undefined =>
    values.find((value) => value !== null) ?? undefined;
  return (
    <>
      <p>
        {owner === '' ? null : `A refactoring of ${owner}/${name}, after commit ${base}. `}
        {[known(rows.map(({ language }) => language)), known(rows.map(({ category }) => category))]
          .flatMap((value) => (value === undefined ? [] : [words(value)]))
          .join(', ')}
      </p>
      {rows.length === 0 ? null : (
        <p class="quiet-text">The page of each attempt below shows the task text and the rules.</p>
      )}
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
            cell: (id) => (
              <a href={linkTo(['instance', id])}>
                <IdText id={id} />
              </a>
            ),
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
