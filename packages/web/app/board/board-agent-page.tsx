import type { BoardView } from '@refbench/leaderboard';
import type { VNode } from 'preact';
import { plainText } from '../lib/format.ts';
import { ResultTable } from './result-table.tsx';
import { PageTitle } from '../components/page-title.tsx';

/** One agent: what it is, and its result on every instance. */
export function BoardAgentPage(props: {
  readonly board: BoardView;
  readonly label: string;
}): VNode {
  const { board, label } = props;
  const agent = board.agents.find((one) => one.label === label);
  if (agent === undefined) return <PageTitle text={`There is no agent “${label}”`} />;
  return (
    <>
      <PageTitle text={agent.label} />
      <dl>
        <dt>Organisation</dt>
        <dd>{agent.organisation || '–'}</dd>
        <dt>Model</dt>
        <dd>{agent.model ?? '–'}</dd>
        <dt>Source</dt>
        <dd>
          {agent.openSource ? 'open' : 'not open'}
          {agent.url === null ? null : (
            <>
              , <a href={agent.url}>{agent.url}</a>
            </>
          )}
        </dd>
        <dt>Submission</dt>
        <dd>
          <a href={`submissions/${agent.submission}.html`}>{agent.submission}</a>
        </dd>
      </dl>
      {agent.notes === '' ? null : <p>{plainText(agent.notes)}</p>}
      <ResultTable
        caption="Results"
        first="instance"
        rows={board.results.filter((row) => row.label === label)}
      />
    </>
  );
}
