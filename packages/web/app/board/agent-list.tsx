import type { BoardView } from '@refbench/leaderboard';
import type { VNode } from 'preact';
import { Choice, TextFilter } from '../components/choice.tsx';
import { Table, type Column } from '../components/table.tsx';
import { setQuery, type Route } from '../lib/route.ts';

type Row = BoardView['summary'][number];
type Agent = BoardView['agents'][number];

/** What the rows name: agents by their labels, and the dates of submissions. */
export interface Labels {
  readonly agents: ReadonlyMap<string, Agent>;
  readonly dates: ReadonlyMap<string, string>;
}

interface Props {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly labels: Labels;
  readonly route: Route;
}

/** Fewer rows are found by looking. */
const FEW = 2;

const FILTERS: Readonly<Record<string, (agent: Agent | undefined) => string>> = {
  organisation: (agent) => agent?.organisation || 'unknown',
  model: (agent) => agent?.model ?? 'none',
  source: (agent) => (agent?.openSource === true ? 'open' : 'not open'),
};

/** The agents that compete. Filters and order are kept in the address. */
export function AgentList({ caption, columns, rows, labels, route }: Props): VNode {
  const { query } = route;
  const agentOf = ({ agent }: Row): Agent | undefined => labels.agents.get(agent);
  const text = (query['text'] ?? '').toLowerCase();
  const shown = rows.filter((row) => {
    const agent = agentOf(row);
    const words = [row.agent, agent?.organisation, agent?.model, agent?.submission].join(' ');
    return (
      words.toLowerCase().includes(text) &&
      Object.entries(FILTERS).every(
        ([name, valueOf]) => (query[name] ?? '') === '' || valueOf(agent) === query[name],
      )
    );
  });
  const [column = '', direction] = (query['sort'] ?? '').split(':');
  return (
    <>
      {rows.length < FEW ? null : (
        <form class="filters" onSubmit={(event) => event.preventDefault()}>
          <TextFilter
            label="search"
            value={query['text'] ?? ''}
            onInput={(value) => setQuery(route, { text: value })}
          />
          {Object.entries(FILTERS).map(([name, valueOf]) => (
            <Choice
              key={name}
              name={name}
              value={query[name] ?? ''}
              options={[...new Set(rows.map((row) => valueOf(agentOf(row))))].sort()}
              onChange={(value) => setQuery(route, { [name]: value })}
            />
          ))}
          <p role="status">
            {shown.length} of {rows.length} agents
          </p>
        </form>
      )}
      <Table
        caption={caption}
        columns={columns}
        rows={shown}
        keyOf={({ agent }) => agent}
        empty="No agent matches the filters."
        sorting={column === '' ? undefined : { column, descending: direction === 'down' }}
        onSort={(sorting) =>
          setQuery(route, { sort: `${sorting.column}:${sorting.descending ? 'down' : 'up'}` })
        }
      />
    </>
  );
}
