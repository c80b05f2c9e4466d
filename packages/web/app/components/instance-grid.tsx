import type { RunView } from '@refbench/evidence';
import type { VNode } from 'preact';
import { percent } from '../lib/format.ts';
import { referencesLast, referencesOf } from '../lib/references-last.ts';
import { attemptLink, linkTo } from '../lib/route.ts';
import { IdText } from './id-text.tsx';
import { Table, type Column } from './table.tsx';

type Instance = RunView['instances'][number];

/** Instances by agents, with the alignment in each cell. */
export function InstanceGrid({ view }: { readonly view: RunView }): VNode {
  const columns: readonly Column<Instance>[] = [
    {
      id: 'instance',
      label: 'Instance',
      cell: ({ id, language }) => (
        <>
          <IdText id={id} />
          <br />
          <span class="quiet-text">{language ?? ''}</span>
        </>
      ),
    },
    ...referencesLast(view.agents, ({ reference }) => reference).map(
      ({ name, reference }): Column<Instance> => ({
        id: `agent ${name}`,
        label: reference ? `${name} (reference)` : name,
        numeric: true,
        cell: ({ id }) => <Cell view={view} instance={id} agent={name} />,
      }),
    ),
    ...(view.attempts.length < 2 ? [] : [compareColumn(view)]),
  ];
  return (
    <Table
      caption="Alignment by instance"
      columns={columns}
      rows={view.instances}
      keyOf={({ id }) => id}
    />
  );
}

function compareColumn(view: RunView): Column<Instance> {
  const references = referencesOf(view.agents);
  return {
    id: 'compare',
    label: 'Compare',
    cell: ({ id }) => {
      const keys = referencesLast(
        view.attempts.filter((row) => row.instance === id && row.counts),
        ({ agent }) => references.has(agent),
      );
      return keys.length < 2 ? null : (
        <a
          href={linkTo(['run', view.run, 'compare'], {
            attempts: keys.map(({ key }) => key).join(','),
          })}
        >
          side by side<span class="hidden"> on {id}</span>
        </a>
      );
    },
  };
}

function Cell(props: {
  readonly view: RunView;
  readonly instance: string;
  readonly agent: string;
}): VNode {
  const { view, instance, agent } = props;
  const rows = view.attempts.filter((row) => row.instance === instance && row.agent === agent);
  const counting = rows.filter(({ counts }) => counts);
  const shown = counting.length === 0 ? rows.slice(-1) : counting;
  const empty = view.empty.find((cell) => cell.instance === instance && cell.agent === agent);
  if (shown.length === 0) {
    const text = empty?.state === 'waiting' ? empty.note : empty?.state;
    return <span class="quiet-text">{text ?? '–'}</span>;
  }
  return (
    <>
      {shown.map(({ key, alignment, state, pass, live }) => (
        <a
          key={key}
          class={pass === 0 ? 'cell failed' : 'cell'}
          style={alignment === null ? undefined : { '--share': alignment }}
          href={attemptLink(view.run, key)}
        >
          {alignment === null ? (live?.name ?? state) : percent(alignment)}
          <span class="hidden">
            , {agent} on {instance}
          </span>
        </a>
      ))}
    </>
  );
}
