import type { BoardView } from '@refbench/leaderboard';
import type { VNode } from 'preact';
import { Fold } from '../components/fold.tsx';
import { IntervalBar } from '../components/interval-bar.tsx';
import { Table, type Column } from '../components/table.tsx';
import { Remarks } from '../components/remarks.tsx';
import { DOCS } from '../lib/docs.ts';
import { money, percent, plainText } from '../lib/format.ts';
import { linkTo, setQuery, type Route } from '../lib/route.ts';
import { CostChart } from './cost-chart.tsx';
import { PageTitle } from '../components/page-title.tsx';

type Row = BoardView['summary'][number];
type Part = NonNullable<BoardView['report']>['breakdowns'][number];

interface Props {
  readonly board: BoardView;
  readonly route: Route;
}

/** One table per track and mode, then the same figures by language and category. */
export function BoardPage({ board, route }: Props): VNode {
  const settings = [...new Set(board.summary.map(settingOf))];
  const chosen =
    settings.find((setting) => setting === route.query['setting']) ?? settings[0] ?? '';
  const inSetting = board.summary.filter((row) => settingOf(row) === chosen);
  const labels = labelsOf(board);
  const isReference = ({ agent }: Row): boolean => labels.agents.get(agent)?.reference === true;
  const rows = inSetting.filter((row) => !isReference(row));
  const references = latestOfEach(labels, inSetting.filter(isReference));
  const columns = columnsOf(labels);
  const parts = board.report?.breakdowns.filter(
    (part) => settingOf(part) === chosen && part.metric === 'alignment',
  );
  return (
    <>
      <PageTitle text={board.title} />
      {board.description === '' ? null : <p>{plainText(board.description)}</p>}
      <p class="headline">{board.headline.join(' ')}</p>
      {board.submissions.length > 0 ? null : (
        <p>
          <a href={DOCS.submissions}>How to submit a run</a>
        </p>
      )}
      {settings.length < 2 ? null : (
        <div class="field">
          <label for="setting">track and mode</label>
          <select
            id="setting"
            value={chosen}
            onChange={(event) => setQuery(route, { setting: event.currentTarget.value })}
          >
            {settings.map((setting) => (
              <option key={setting}>{setting}</option>
            ))}
          </select>
        </div>
      )}
      {rows.length === 0 ? null : (
        <>
          <Table
            caption={`Agents, ${chosen}`}
            columns={columns}
            rows={rows}
            keyOf={({ agent }) => agent}
          />
          <p class="quiet-text">
            Percentages. A is the alignment, Pass × IFR, with its 95 % interval; n is the number of
            instances. Agents with a common letter cannot be told apart by their alignment.{' '}
            <a href={DOCS.limitations}>What a score means, and what it does not</a>
          </p>
          <CostChart rows={rows} />
        </>
      )}
      {references.length === 0 ? null : (
        <>
          <h2>For reference</h2>
          <Table
            caption={`Reference agents, ${chosen}`}
            captionHidden
            columns={columns}
            rows={references}
            keyOf={({ agent }) => agent}
          />
          <p class="quiet-text">
            Golden is the human refactoring, nop changes nothing. They are not ranked. Each is shown
            once, from the latest submission that has it.
          </p>
        </>
      )}
      {board.report === null
        ? null
        : (['language', 'category'] as const).map((by) => (
            <Fold key={by} summary={`Alignment by ${by}`}>
              {() => <Breakdown by={by} parts={parts?.filter((part) => part.by === by) ?? []} />}
            </Fold>
          ))}
      <Remarks notes={board.report?.sources.flatMap(({ notes }) => notes) ?? []} />
      <h2>Data</h2>
      <p>
        <a href="data/board.json">board.json</a>, <a href="data/results.csv">results.csv</a>,{' '}
        <a href="data/ledger.jsonl">ledger.jsonl</a>. The site follows from the ledger and the
        submissions byte for byte.
      </p>
      <Fold summary="Versions and methods">
        {() => (
          <ul>
            {board.submissions.map(({ id, tool, digest, instances }) => (
              <li key={id}>
                {id}: {instances} instance(s), {tool}, {digest}
              </li>
            ))}
            <li>
              Intervals: {percent(board.report?.method.confidence)} %,{' '}
              {board.report?.method.resamples} bootstrap samples, seed {board.report?.method.seed};
              groups at q ≤ {board.report?.method.discoveryRate}.
            </li>
          </ul>
        )}
      </Fold>
    </>
  );
}

/** What the rows name: agents by their labels, and the dates of submissions. */
interface Labels {
  readonly agents: ReadonlyMap<string, BoardView['agents'][number]>;
  readonly dates: ReadonlyMap<string, string>;
}

function labelsOf(board: BoardView): Labels {
  return {
    agents: new Map(board.agents.map((agent) => [agent.label, agent])),
    dates: new Map(board.submissions.map(({ id, date }) => [id, date])),
  };
}

/** Every submission may bring the same reference agents. */
function latestOfEach({ agents, dates }: Labels, rows: readonly Row[]): readonly Row[] {
  const latest = new Map<string, { readonly row: Row; readonly date: string }>();
  for (const row of rows) {
    const agent = agents.get(row.agent);
    if (agent === undefined) continue;
    const date = dates.get(agent.submission) ?? '';
    const known = latest.get(agent.name);
    if (known === undefined || known.date < date) latest.set(agent.name, { row, date });
  }
  return [...latest.values()].map(({ row }) => row);
}

function settingOf({ track, mode }: { readonly track: string; readonly mode: string }): string {
  return `${track}/${mode}`;
}

function columnsOf({ agents, dates }: Labels): readonly Column<Row>[] {
  return [
    {
      id: 'agent',
      label: 'Agent',
      cell: ({ agent }) => (
        <>
          <a href={linkTo(['agent', agent])}>{agent}</a>
          <br />
          <span class="quiet-text">
            {[agents.get(agent)?.organisation, agents.get(agent)?.model].filter(Boolean).join(', ')}
          </span>
        </>
      ),
    },
    {
      id: 'n',
      label: 'n',
      numeric: true,
      cell: ({ n, tested }) => (tested === undefined ? n : `${n} (${tested} tested)`),
    },
    { id: 'a', label: 'A', numeric: true, cell: ({ alignment }) => percent(alignment) },
    {
      id: 'interval',
      label: 'A, interval',
      cell: ({ alignment, interval }) => <IntervalBar mean={alignment} interval={interval} />,
    },
    { id: 'group', label: 'Group', cell: ({ groups }) => groups.join(' ') || '–' },
    { id: 'pass', label: 'Pass', numeric: true, cell: ({ pass }) => percent(pass) },
    { id: 'ifr', label: 'IFR', numeric: true, cell: ({ ifr }) => percent(ifr) },
    { id: 'p', label: 'Precision', numeric: true, cell: ({ precision }) => percent(precision) },
    { id: 'usd', label: 'Cost', numeric: true, cell: ({ usd }) => money(usd) },
    {
      id: 'submission',
      label: 'Submission',
      cell: ({ agent }) => {
        const id = agents.get(agent)?.submission ?? '';
        return (
          <>
            <a href={`submissions/${id}.html`}>{id}</a>
            <br />
            <span class="quiet-text">{dates.get(id) ?? ''}</span>
          </>
        );
      },
    },
  ];
}

/** Every cell says how many instances it is about. */
function Breakdown(props: { readonly by: string; readonly parts: readonly Part[] }): VNode {
  const { by, parts } = props;
  const values = [...new Set(parts.map(({ value }) => value))];
  const agents = [...new Set(parts.map(({ agent }) => agent))];
  const columns: readonly Column<string>[] = [
    { id: 'agent', label: 'Agent', cell: (agent) => agent },
    ...values.map((value): Column<string> => ({
      id: value,
      label: value,
      numeric: true,
      cell: (agent) => {
        const part = parts.find((one) => one.agent === agent && one.value === value);
        return part === undefined ? '–' : `${percent(part.mean)} (n ${part.n})`;
      },
    })),
  ];
  return (
    <Table caption={`Alignment by ${by}`} columns={columns} rows={agents} keyOf={(one) => one} />
  );
}
