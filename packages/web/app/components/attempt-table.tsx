import type { AttemptRow, RunView } from '@refbench/evidence';
import type { VNode } from 'preact';
import { duration, money, percent } from '../lib/format.ts';
import { attemptLink, setQuery, type Route } from '../lib/route.ts';
import { Badge, PassBadge } from './badge.tsx';
import { Table, type Column } from './table.tsx';

interface Props {
  readonly view: RunView;
  readonly route: Route;
}

const FILTERS = ['agent', 'instance', 'language', 'outcome', 'finding'] as const;
type Filter = (typeof FILTERS)[number];

/** All attempts, with filters and sorting that the address keeps. */
export function AttemptTable({ view, route }: Props): VNode {
  const languages = new Map(view.instances.map(({ id, language }) => [id, language ?? 'unknown']));
  const valueOf: Readonly<Record<Filter, (row: AttemptRow) => string>> = {
    agent: ({ agent }) => agent,
    instance: ({ instance }) => instance,
    language: ({ instance }) => languages.get(instance) ?? 'unknown',
    outcome: ({ outcome, state }) => outcome ?? state,
    finding: ({ worstFinding }) => worstFinding ?? 'none',
  };
  const { query } = route;
  const text = (query['text'] ?? '').toLowerCase();
  const rows = view.attempts.filter(
    (row) =>
      FILTERS.every((name) => (query[name] ?? '') === '' || valueOf[name](row) === query[name]) &&
      `${row.key} ${row.note}`.toLowerCase().includes(text),
  );
  const [column = '', direction] = (query['sort'] ?? '').split(':');
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">Attempts</h2>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        {FILTERS.map((name) => (
          <Choice
            key={name}
            name={name}
            value={query[name] ?? ''}
            options={[...new Set(view.attempts.map(valueOf[name]))].sort()}
            onChange={(value) => setQuery(route, { [name]: value })}
          />
        ))}
        <div class="field">
          <label for="filter-text">text</label>
          <input
            id="filter-text"
            type="search"
            value={query['text'] ?? ''}
            onInput={(event) => setQuery(route, { text: event.currentTarget.value })}
          />
        </div>
      </form>
      <p role="status">
        {rows.length} of {view.attempts.length} attempt(s)
      </p>
      <Table
        caption="List of attempts"
        columns={columnsOf(view)}
        rows={rows}
        keyOf={({ key }) => key}
        sorting={column === '' ? undefined : { column, descending: direction === 'down' }}
        onSort={(sorting) =>
          setQuery(route, { sort: `${sorting.column}:${sorting.descending ? 'down' : 'up'}` })
        }
      />
    </section>
  );
}

function Choice(props: {
  readonly name: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly onChange: (value: string) => void;
}): VNode | null {
  const { name, value, options, onChange } = props;
  if (options.length < 2 && value === '') return null;
  return (
    <div class="field">
      <label for={`filter-${name}`}>{name}</label>
      <select
        id={`filter-${name}`}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">all</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </div>
  );
}

function columnsOf({ run }: RunView): readonly Column<AttemptRow>[] {
  return [
    {
      id: 'attempt',
      label: 'Attempt',
      value: ({ key }) => key,
      cell: ({ key, instance, agent, repeat, attempt }) => (
        <a href={attemptLink(run, key)}>
          {agent} on {instance} #{repeat === 1 ? '' : `${repeat}.`}
          {attempt}
        </a>
      ),
    },
    {
      id: 'outcome',
      label: 'Outcome',
      value: ({ outcome, state }) => outcome ?? state,
      cell: ({ outcome, state, note }) => (
        <>
          {outcome ?? state}
          {note === '' ? null : <span class="quiet-text note">{note}</span>}
        </>
      ),
    },
    {
      id: 'pass',
      label: 'Tests',
      value: ({ pass }) => pass,
      cell: ({ pass, tests, untested }) => (
        <>
          <PassBadge pass={pass} untested={untested} />{' '}
          {tests === null ? '' : `${tests.passed}/${tests.total}`}
        </>
      ),
    },
    ...(['ifr', 'alignment', 'precision'] as const).map((name): Column<AttemptRow> => ({
      id: name,
      label: { ifr: 'IFR', alignment: 'A', precision: 'Precision' }[name],
      numeric: true,
      value: (row) => row[name],
      cell: (row) => percent(row[name]),
    })),
    {
      id: 'lines',
      label: 'Lines',
      numeric: true,
      value: ({ added, removed }) => (added === null ? null : added + (removed ?? 0)),
      cell: ({ added, removed }) => (added === null ? '–' : `+${added} −${removed ?? 0}`),
    },
    {
      id: 'finding',
      label: 'Integrity',
      value: ({ worstFinding }) => worstFinding,
      cell: ({ worstFinding, ranked }) =>
        worstFinding === null ? (
          <>{ranked ? 'ranked' : '–'}</>
        ) : (
          <Badge tone={worstFinding === 'note' ? 'plain' : 'warn'} text={worstFinding} />
        ),
    },
    {
      id: 'usd',
      label: 'Cost',
      numeric: true,
      value: ({ usd }) => usd,
      cell: ({ usd }) => money(usd),
    },
    {
      id: 'time',
      label: 'Time',
      numeric: true,
      value: ({ seconds }) => seconds,
      cell: ({ seconds }) => duration(seconds),
    },
  ];
}
