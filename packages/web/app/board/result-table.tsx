import type { BoardResult } from '@refbench/leaderboard';
import type { VNode } from 'preact';
import { Badge, PassBadge } from '../components/badge.tsx';
import { IdText } from '../components/id-text.tsx';
import { Table, type Column } from '../components/table.tsx';
import { money, percent } from '../lib/format.ts';
import { attemptLink, linkTo } from '../lib/route.ts';
import { words } from '../lib/words.ts';

interface Props {
  readonly caption: string;
  readonly rows: readonly BoardResult[];
  /** What the first column says: the other one is the subject of the page. */
  readonly first: 'instance' | 'agent';
}

/** Results, each with a link to all of its evidence. */
export function ResultTable({ caption, rows, first }: Props): VNode {
  const columns: readonly Column<BoardResult>[] = [
    first === 'instance'
      ? {
          id: 'instance',
          label: 'Instance',
          value: ({ instance }) => instance,
          cell: ({ instance, language }) => (
            <>
              <a href={linkTo(['instance', instance])}>
                <IdText id={instance} />
              </a>{' '}
              <span class="quiet-text">{language ?? ''}</span>
            </>
          ),
        }
      : {
          id: 'agent',
          label: 'Agent',
          value: ({ label }) => label,
          cell: ({ label }) => <a href={linkTo(['agent', label])}>{label}</a>,
        },
    {
      id: 'setting',
      minor: true,
      label: 'Track and mode',
      cell: ({ track, mode }) => `${track}/${mode}`,
    },
    {
      id: 'outcome',
      minor: true,
      label: 'Outcome',
      value: ({ outcome }) => outcome,
      cell: ({ outcome }) => words(outcome),
    },
    {
      id: 'pass',
      label: 'Tests',
      cell: ({ pass, untested }) => <PassBadge pass={pass} untested={untested} />,
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
      id: 'a',
      label: 'A',
      numeric: true,
      value: ({ alignment }) => alignment,
      cell: ({ alignment }) => percent(alignment),
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
      id: 'ranked',
      minor: true,
      label: 'Integrity',
      cell: ({ ranked }) => (ranked ? 'ranked' : <Badge tone="warn" text="not ranked" />),
    },
    {
      id: 'evidence',
      label: 'Evidence',
      cell: ({ submission, run, key, label, instance }) => (
        <a href={`submissions/${submission}.html${attemptLink(run, key)}`}>
          attempt
          <span class="hidden">
            {' '}
            of {label} on {instance}
          </span>
        </a>
      ),
    },
  ];
  return (
    <Table
      caption={caption}
      empty="There are no results."
      columns={columns}
      rows={rows}
      keyOf={({ submission, key }) => submission + key}
    />
  );
}
