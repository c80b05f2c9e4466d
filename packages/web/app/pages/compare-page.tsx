import type { AttemptView } from '@refbench/evidence';
import type { VNode } from 'preact';
import type { PageProps } from '../lib/page-props.ts';
import { Await } from '../components/await.tsx';
import { Badge, PassBadge } from '../components/badge.tsx';
import { AttemptLegend } from '../components/figure-legend.tsx';
import { Fold } from '../components/fold.tsx';
import { Table, type Column } from '../components/table.tsx';
import { Step } from '../components/trajectory.tsx';
import { percent } from '../lib/format.ts';
import { attemptLink } from '../lib/route.ts';
import { useLoaded } from '../lib/use-loaded.ts';
import { words } from '../lib/words.ts';
import { PageTitle } from '../components/page-title.tsx';

/** Several attempts on one instance, side by side. */
export function ComparePage({
  source,
  route,
  version,
  run,
}: PageProps & { readonly run: string }): VNode {
  const keys = (route.query['attempts'] ?? '').split(',').filter(Boolean);
  const loaded = useLoaded(
    () => Promise.all(keys.map((key) => source.attempt(run, key))),
    [source, run, keys.join(','), version],
  );
  return (
    <Await of={loaded} failureTitle="These attempts cannot be compared">
      {(attempts) => (
        <>
          <PageTitle text={`Comparison on ${attempts[0]?.instance ?? 'no instance'}`} />
          {attempts.length < 2 ? <p>Choose at least two attempts.</p> : null}
          <Figures attempts={attempts} />
          <AttemptLegend />
          <Rules attempts={attempts} />
          <Files attempts={attempts} />
          <Steps attempts={attempts} />
        </>
      )}
    </Await>
  );
}

interface Props {
  readonly attempts: readonly AttemptView[];
}

function nameOf({ agent, repeat, attempt }: AttemptView): string {
  return `${agent} #${repeat === 1 ? '' : `${repeat}.`}${attempt}`;
}

function Figures({ attempts }: Props): VNode {
  const columns: readonly Column<AttemptView>[] = [
    {
      id: 'attempt',
      label: 'Attempt',
      cell: (one) => <a href={attemptLink(one.run, one.key)}>{nameOf(one)}</a>,
    },
    { id: 'outcome', minor: true, label: 'Outcome', cell: ({ outcome }) => outcome ?? '–' },
    {
      id: 'pass',
      label: 'Tests',
      cell: ({ score }) => (
        <PassBadge pass={score?.pass ?? null} untested={score?.no_tests !== undefined} />
      ),
    },
    { id: 'ifr', label: 'IFR', numeric: true, cell: ({ score }) => percent(score?.ifr.total) },
    { id: 'a', label: 'A', numeric: true, cell: ({ score }) => percent(score?.alignment.total) },
    {
      id: 'p',
      minor: true,
      label: 'Precision',
      numeric: true,
      cell: ({ score }) => percent(score?.precision.total),
    },
    { id: 'files', minor: true, label: 'Files', numeric: true, cell: ({ diff }) => diff.length },
    { id: 'steps', minor: true, label: 'Steps', numeric: true, cell: ({ steps }) => steps.length },
    {
      id: 'modes',
      label: 'Fell short',
      cell: ({ behaviour }) =>
        behaviour?.failureModes.map(({ mode }) => words(mode)).join(', ') || '–',
    },
  ];
  return <Table caption="Figures" columns={columns} rows={attempts} keyOf={({ key }) => key} />;
}

function Rules({ attempts }: Props): VNode {
  const rules = attempts[0]?.rules ?? [];
  const isSatisfied = (one: AttemptView, id: string, side: string): boolean =>
    one.rules.find((rule) => rule.id === id && rule.side === side)?.satisfied ?? false;
  const differing = rules.filter(
    ({ id, side }) => new Set(attempts.map((one) => isSatisfied(one, id, side))).size > 1,
  );
  const columns: readonly Column<(typeof rules)[number]>[] = [
    {
      id: 'rule',
      label: 'Rule',
      cell: ({ id, message }) => (
        <>
          <code>{id}</code> <span class="quiet-text">{message}</span>
        </>
      ),
    },
    { id: 'side', minor: true, label: 'Side', cell: ({ side }) => side },
    ...attempts.map((one): Column<(typeof rules)[number]> => ({
      id: one.key,
      label: nameOf(one),
      cell: ({ id, side }) =>
        isSatisfied(one, id, side) ? (
          <Badge tone="good" text="satisfied" />
        ) : (
          <Badge tone="bad" text="open" />
        ),
    })),
  ];
  return (
    <>
      <h2>Rules</h2>
      <p>
        {differing.length} of {rules.length} rules differ between these attempts.
      </p>
      <Table
        caption="Rules that differ"
        columns={columns}
        rows={differing}
        keyOf={({ id, side }) => side + id}
      />
    </>
  );
}

function Files({ attempts }: Props): VNode {
  const paths = [...new Set(attempts.flatMap(({ diff }) => diff.map(({ path }) => path)))].sort();
  const columns: readonly Column<string>[] = [
    { id: 'file', label: 'File', cell: (path) => <code>{path}</code> },
    ...attempts.map((one): Column<string> => ({
      id: one.key,
      label: nameOf(one),
      numeric: true,
      cell: (path) => {
        const file = one.diff.find((changed) => changed.path === path);
        if (file === undefined) return '–';
        const [line] = file.hunks.flatMap(({ lines }) => lines.flatMap((each) => each.new ?? []));
        return (
          <a
            href={attemptLink(one.run, one.key, {
              part: 'changes',
              file: path,
              line: String(line ?? 1),
            })}
          >
            +{file.added} −{file.removed}
            <span class="hidden">
              {' '}
              in {path} by {nameOf(one)}
            </span>
          </a>
        );
      },
    })),
  ];
  return (
    <Fold summary={`Files (${paths.length})`} open={paths.length <= 30}>
      {() => (
        <Table caption="Changed files" columns={columns} rows={paths} keyOf={(path) => path} />
      )}
    </Fold>
  );
}

/** Steps in rows, aligned by their position, because clients count and time them differently. */
function Steps({ attempts }: Props): VNode | null {
  const acting = attempts.filter(({ steps }) => steps.length > 0);
  const most = Math.max(0, ...acting.map(({ steps }) => steps.length));
  if (most === 0) return null;
  return (
    <Fold summary={`Steps (up to ${most})`} open>
      {() => (
        <div class="columns" style={{ '--columns': acting.length, '--rows': most + 1 }}>
          {acting.map((one) => (
            <section key={one.key} aria-label={`Steps of ${nameOf(one)}`}>
              <h3>{nameOf(one)}</h3>
              {one.steps.map((step, index) => (
                <div key={index} class="step">
                  <Step step={step} isOpen={false} />
                </div>
              ))}
            </section>
          ))}
        </div>
      )}
    </Fold>
  );
}
