import type { Activity, AttemptRow, FailureMode } from '@refbench/evidence';
import type { VNode } from 'preact';
import { Fold } from './fold.tsx';
import { Table, type Column } from './table.tsx';

interface AgentRow {
  readonly agent: string;
  readonly rows: readonly (AttemptRow & {
    readonly behaviour: NonNullable<AttemptRow['behaviour']>;
  })[];
}

const ACTIVITIES: readonly Activity[] = ['tests', 'build', 'linter', 'bulk-substitution', 'search'];
const MODES: readonly FailureMode[] = [
  'nothing-changed',
  'shim-left-behind',
  'replaced-by-pattern',
  'off-topic',
  'tests-broken',
  'stopped-early',
];

/** What agents did, and how attempts fell short. */
export function BehaviourTables({ rows }: { readonly rows: readonly AttemptRow[] }): VNode | null {
  const known = rows.flatMap((row) =>
    row.counts && row.behaviour !== null ? [{ ...row, behaviour: row.behaviour }] : [],
  );
  const agents: readonly AgentRow[] = [...new Set(known.map(({ agent }) => agent))].map(
    (agent) => ({
      agent,
      rows: known.filter((row) => row.agent === agent),
    }),
  );
  if (agents.length === 0) return null;
  return (
    <Fold summary="What agents do">
      {() => (
        <>
          <Table
            caption="Share of attempts with an activity"
            columns={[
              ...FIRST,
              ...ACTIVITIES.map((name) =>
                shareColumn(name, ({ behaviour }) => (behaviour.activities[name] ?? 0) > 0),
              ),
              medianColumn('steps', ({ behaviour }) => behaviour.steps),
              medianColumn('files read', ({ behaviour }) => behaviour.filesRead),
              medianColumn('files edited', ({ behaviour }) => behaviour.filesEdited),
            ]}
            rows={agents}
            keyOf={({ agent }) => agent}
          />
          <Table
            caption="Share of attempts that fell short"
            columns={[
              ...FIRST,
              ...MODES.map((name) =>
                shareColumn(name, ({ behaviour }) =>
                  behaviour.failureModes.some(({ mode }) => mode === name),
                ),
              ),
            ]}
            rows={agents}
            keyOf={({ agent }) => agent}
          />
        </>
      )}
    </Fold>
  );
}

const FIRST: readonly Column<AgentRow>[] = [
  { id: 'agent', label: 'Agent', cell: ({ agent }) => agent },
  { id: 'attempts', label: 'Attempts', numeric: true, cell: ({ rows }) => rows.length },
];

function shareColumn(
  name: string,
  test: (row: AgentRow['rows'][number]) => boolean,
): Column<AgentRow> {
  return {
    id: name,
    label: name,
    numeric: true,
    cell: ({ rows }) =>
      `${rows.filter(test).length} (${((rows.filter(test).length / rows.length) * 100).toFixed(0)} %)`,
  };
}

function medianColumn(
  name: string,
  value: (row: AgentRow['rows'][number]) => number,
): Column<AgentRow> {
  return {
    id: name,
    label: name,
    numeric: true,
    cell: ({ rows }) => {
      const sorted = rows.map(value).sort((left, right) => left - right);
      return sorted[Math.floor((sorted.length - 1) / 2)] ?? '–';
    },
  };
}
