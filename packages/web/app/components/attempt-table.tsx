import type { AttemptRow, RunView } from '@refbench/evidence';
import type { VNode } from 'preact';
import { counted, duration, money, percent } from '../lib/format.ts';
import { referencesLast, referencesOf } from '../lib/references-last.ts';
import { attemptLink, setQuery, type Route } from '../lib/route.ts';
import { words } from '../lib/words.ts';
import { Badge, PassBadge } from './badge.tsx';
import { Choice, TextFilter } from './choice.tsx';
import { IdText } from './id-text.tsx';
import { LiveText } from './live-text.tsx';
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
  const references = referencesOf(view.agents);
  const rows = referencesLast(view.attempts, ({ agent }) => references.has(agent)).filter(
    (row) =>
      FILTERS.every((name) => (query[name] ?? '') === '' || valueOf[name](row) === query[name]) &&
      `${row.key} ${row.note}`.toLowerCase().includes(text),
  );
  const [column = '', direction] = (query['sort'] ?? '').split(':');
  return (
    <section aria-labelledby="attempts">
      <h2 id="attempts">Attempts</h2>
      {view.attempts.length === 0 ? null : (
        <>
          <form class="filters" onSubmit={(event) => event.preventDefault()}>
            {FILTERS.map((name) => (
              <Choice
                key={name}
                name={name}
                value={query[name] ?? ''}
                options={[...new Set(view.attempts.map(valueOf[name]))].sort()}
                {...(name === 'outcome' ? { textOf: words } : {})}
                onChange={(value) => setQuery(route, { [name]: value })}
              />
            ))}
            <TextFilter
              label="text"
              value={query['text'] ?? ''}
              onInput={(value) => setQuery(route, { text: value })}
            />
          </form>
          <p role="status">
            {rows.length} of {counted(view.attempts.length, 'attempt')}
          </p>
        </>
      )}
      <Table
        caption="List of attempts"
        empty={
          view.attempts.length === 0
            ? 'No attempt has started yet.'
            : 'No attempt matches the filters.'
        }
        columns={columnsOf(view, references)}
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

function columnsOf(
  { run }: RunView,
  references: ReadonlySet<string>,
): readonly Column<AttemptRow>[] {
  return [
    {
      id: 'attempt',
      label: 'Attempt',
      value: ({ key }) => key,
      cell: ({ key, instance, agent, repeat, attempt }) => (
        <a href={attemptLink(run, key)}>
          {references.has(agent) ? `${agent} (reference)` : agent} on <IdText id={instance} /> #
          {repeat === 1 ? '' : `${repeat}.`}
          {attempt}
        </a>
      ),
    },
    {
      id: 'outcome',
      label: 'Outcome',
      value: ({ outcome, state }) => outcome ?? state,
      cell: ({ outcome, state, live, note }) => (
        <>
          {live === null ? words(outcome ?? state) : <LiveText live={live} />}
          {note === '' ? null : <span class="quiet-text note">{note}</span>}
        </>
      ),
    },
    {
      id: 'pass',
      label: 'Tests',
      value: ({ pass }) => pass,
      cell: ({ pass, tests, untested, state }) =>
        // What is still to come is no missing verdict.
        state === 'running' || state === 'grading' ? (
          '–'
        ) : (
          <>
            <PassBadge pass={pass} untested={untested} />{' '}
            {tests === null ? '' : `${tests.passed}/${tests.total}`}
          </>
        ),
    },
    ...(['ifr', 'alignment', 'precision'] as const).map((name): Column<AttemptRow> => ({
      id: name,
      minor: name !== 'alignment',
      label: { ifr: 'IFR', alignment: 'A', precision: 'Precision' }[name],
      numeric: true,
      value: (row) => row[name],
      cell: (row) => percent(row[name]),
    })),
    {
      id: 'lines',
      minor: true,
      label: 'Code lines',
      numeric: true,
      value: ({ added, removed }) => (added === null ? null : added + (removed ?? 0)),
      cell: ({ added, removed }) => {
        if (added === null) return '–';
        return added + (removed ?? 0) === 0 ? 'none' : `+${added} −${removed ?? 0}`;
      },
    },
    {
      id: 'finding',
      minor: true,
      label: 'Integrity',
      value: ({ worstFinding }) => worstFinding,
      cell: ({ worstFinding, ranked, firstLook }) =>
        firstLook ? (
          <Badge tone="warn" text="first look" />
        ) : worstFinding === null ? (
          <>{ranked ? 'ranked' : '–'}</>
        ) : (
          <Badge tone={worstFinding === 'note' ? 'plain' : 'warn'} text={worstFinding} />
        ),
    },
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
}
