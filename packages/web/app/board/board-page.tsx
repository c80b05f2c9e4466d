import type { BoardView } from '@refbench/leaderboard';
import type { VNode } from 'preact';
import { Fold } from '../components/fold.tsx';
import { IntervalBar } from '../components/interval-bar.tsx';
import { Table, type Column } from '../components/table.tsx';
import { Pictures, ResolutionText } from '../components/pictures.tsx';
import { Remarks } from '../components/remarks.tsx';
import { FigureLegend } from '../components/figure-legend.tsx';
import { areGrouped } from '../lib/are-grouped.ts';
import { DOCS } from '../lib/docs.ts';
import { counted, money, percent, plainText } from '../lib/format.ts';
import { linkTo, setQuery, type Route } from '../lib/route.ts';
import { words } from '../lib/words.ts';
import { AgentList, type Labels } from './agent-list.tsx';
import { SubmissionTable } from './submission-table.tsx';
import { PageTitle } from '../components/page-title.tsx';

type Row = BoardView['summary'][number];
type Part = NonNullable<BoardView['report']>['breakdowns'][number];

interface Props {
  readonly board: BoardView;
  readonly route: Route;
}

/** One table per track and mode, then the same figures by language and category. */
export function BoardPage({ board, route }: Props): VNode {
  const { report } = board;
  const settings = [...new Set(board.summary.map(settingOf))];
  const chosen =
    settings.find((setting) => setting === route.query['setting']) ?? settings[0] ?? '';
  const inSetting = board.summary.filter((row) => settingOf(row) === chosen);
  const labels = labelsOf(board);
  const isReference = ({ agent }: Row): boolean => labels.agents.get(agent)?.reference === true;
  const isFirstLook = ({ agent }: Row): boolean => labels.agents.get(agent)?.firstLook === true;
  const rows = inSetting.filter((row) => !isReference(row) && !isFirstLook(row));
  const firstLooks = inSetting.filter((row) => !isReference(row) && isFirstLook(row));
  const references = latestOfEach(labels, inSetting.filter(isReference));
  const columns = columnsOf(labels).filter(({ id }) => id !== 'group' || areGrouped(rows));
  // Reference agents and first looks are not compared with the others.
  const compared = new Set(rows.map(({ agent }) => agent));
  const parts = report?.breakdowns.filter(
    (part) => settingOf(part) === chosen && part.metric === 'alignment' && compared.has(part.agent),
  );
  return (
    <>
      <PageTitle text={board.title} />
      {board.description === '' ? null : <p>{plainText(board.description)}</p>}
      <p class="headline">{board.headline.join(' ')}</p>
      {board.submissions.length > 0 ? null : (
        <p>
          <a href={DOCS.submissions}>How to submit a run</a>,{' '}
          <a href={DOCS.limitations}>what a score means, and what it does not</a>
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
      <Pictures
        rows={rows}
        references={references.map((row) => ({ ...row, agent: shortName(labels, row.agent) }))}
        parts={parts ?? []}
      />
      {rows.length === 0 ? null : (
        <>
          <AgentList
            caption={`Agents, ${chosen}`}
            columns={columns}
            rows={rows}
            labels={labels}
            route={route}
          />
          <FigureLegend isGrouped={areGrouped(rows)} />
          <ResolutionText resolution={board.resolutions.find((one) => settingOf(one) === chosen)} />
        </>
      )}
      {firstLooks.length === 0 ? null : (
        <>
          <h2>First looks</h2>
          <Table
            caption={`First looks, ${chosen}`}
            captionHidden
            columns={columns}
            rows={firstLooks}
            keyOf={({ agent }) => agent}
          />
          <p class="quiet-text">
            Scored before the host of the run had a complete baseline. They are not ranked, and not
            compared with the agents above.
          </p>
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
      {report === null
        ? null
        : (
            [
              ['language', 'language'],
              ['category', 'kind of refactoring'],
            ] as const
          ).map(([by, name]) => (
            <BreakdownFold
              key={by}
              by={by}
              name={name}
              parts={parts?.filter((part) => part.by === by) ?? []}
            />
          ))}
      <Remarks notes={report?.sources.flatMap(({ notes }) => notes) ?? []} />
      {board.submissions.length === 0 ? null : (
        <>
          <h2>Submissions</h2>
          <SubmissionTable board={board} />
        </>
      )}
      <h2>Data</h2>
      <p>
        <a href="data/board.json">board.json</a>, <a href="data/results.csv">results.csv</a>,{' '}
        <a href="data/ledger.jsonl">ledger.jsonl</a>. The site follows from the ledger and the
        submissions byte for byte.
      </p>
      {report === null ? null : (
        <Fold summary="Versions and methods">
          {() => (
            <ul>
              {board.submissions.map(({ id, tool, digest, instances }) => (
                <li key={id}>
                  {id}: {counted(instances, 'instance')}, {tool}, {digest}
                </li>
              ))}
              <li>
                Intervals: {percent(report.method.confidence)} %, {report.method.resamples}{' '}
                bootstrap samples, seed {report.method.seed}; groups at q ≤{' '}
                {report.method.discoveryRate}.
              </li>
            </ul>
          )}
        </Fold>
      )}
    </>
  );
}

function BreakdownFold(props: {
  readonly by: string;
  readonly name: string;
  readonly parts: readonly Part[];
}): VNode | null {
  const { by, name, parts } = props;
  if (parts.length === 0) return null;
  return <Fold summary={`Alignment by ${name}`}>{() => <Breakdown by={by} parts={parts} />}</Fold>;
}

function labelsOf(board: BoardView): Labels {
  return {
    agents: new Map(board.agents.map((agent) => [agent.label, agent])),
    dates: new Map(board.submissions.map(({ id, date }) => [id, date])),
  };
}

/** A reference agent is shown once, so that its submission need not tell it apart. */
function shortName({ agents }: Pick<Labels, 'agents'>, label: string): string {
  const agent = agents.get(label);
  return agent?.reference === true ? agent.name : label;
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
      value: ({ agent }) => agent,
      cell: ({ agent }) => (
        <>
          <a href={linkTo(['agent', agent])}>{shortName({ agents }, agent)}</a>
          <br />
          <span class="quiet-text">
            {[agents.get(agent)?.organisation, agents.get(agent)?.model].filter(Boolean).join(', ')}
          </span>
        </>
      ),
    },
    {
      id: 'n',
      minor: true,
      label: 'n',
      numeric: true,
      cell: ({ n, tested }) => (tested === undefined ? n : `${n} (${tested} tested)`),
    },
    {
      id: 'a',
      label: 'A',
      numeric: true,
      value: ({ alignment }) => alignment,
      cell: ({ alignment }) => percent(alignment),
    },
    {
      id: 'interval',
      label: 'A, interval',
      cell: ({ alignment, interval }) => <IntervalBar mean={alignment} interval={interval} />,
    },
    { id: 'group', label: 'Group', cell: ({ groups }) => groups.join(' ') || '–' },
    {
      id: 'pass',
      minor: true,
      label: 'Pass',
      numeric: true,
      value: ({ pass }) => pass,
      cell: ({ pass }) => percent(pass),
    },
    {
      id: 'ifr',
      minor: true,
      label: 'IFR',
      numeric: true,
      value: ({ ifr }) => ifr,
      cell: ({ ifr }) => percent(ifr),
    },
    {
      id: 'p',
      minor: true,
      label: 'Precision',
      numeric: true,
      value: ({ precision }) => precision,
      cell: ({ precision }) => percent(precision),
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
      id: 'submission',
      minor: true,
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
      label: words(value),
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
