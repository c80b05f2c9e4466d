import type { VNode } from 'preact';
import type { PageProps } from '../lib/page-props.ts';
import { Await } from '../components/await.tsx';
import { Table, type Column } from '../components/table.tsx';
import type { RunEntry } from '../../src/shared/view-types.ts';
import { money } from '../lib/format.ts';
import { linkTo } from '../lib/route.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { PageTitle } from '../components/page-title.tsx';

/** All runs of a folder, the newest first. */
export function RunsPage({ source, version }: PageProps): VNode {
  const runs = useLoaded(() => source.runs?.() ?? Promise.resolve([]), [source, version]);
  return (
    <>
      <PageTitle text="Runs" />
      <Await of={runs}>
        {(entries) =>
          entries.length === 0 ? (
            <p>There are no runs in this folder yet.</p>
          ) : (
            <Table
              caption="Runs"
              captionHidden
              columns={COLUMNS}
              rows={entries}
              keyOf={({ run }) => run}
            />
          )
        }
      </Await>
    </>
  );
}

const COLUMNS: readonly Column<RunEntry>[] = [
  {
    id: 'run',
    label: 'Run',
    value: ({ run }) => run,
    cell: ({ run, problem }) => (problem === null ? <a href={linkTo(['run', run])}>{run}</a> : run),
  },
  {
    id: 'state',
    label: 'State',
    value: ({ state }) => state,
    cell: ({ state, problem }) => problem ?? state,
  },
  {
    id: 'created',
    minor: true,
    label: 'Created',
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => createdAt.slice(0, 16).replace('T', ' '),
  },
  { id: 'agents', minor: true, label: 'Agents', cell: ({ agents }) => agents.join(', ') },
  { id: 'done', label: 'Done', numeric: true, cell: ({ done, planned }) => `${done}/${planned}` },
  {
    id: 'usd',
    minor: true,
    label: 'Cost',
    numeric: true,
    value: ({ usd }) => usd,
    cell: ({ usd }) => money(usd),
  },
];
