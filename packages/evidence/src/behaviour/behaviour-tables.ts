import { percent, percentRange, type Table } from '@refbench/reports';
import { wilsonInterval } from '@refbench/scoring';
import { median } from '@refbench/base';
import { activitySchema, failureModeSchema } from '../schema/behaviour.ts';
import type { AttemptRow } from '../schema/run-view.ts';

/** Tables of what agents do: shares of attempts with 95 % Wilson intervals, and medians. */
export function behaviourTables(rows: readonly AttemptRow[]): readonly Table[] {
  const known = rows.filter(({ counts, behaviour }) => counts && behaviour !== null);
  const agents = [...new Set(known.map(({ agent }) => agent))];
  if (agents.length === 0) return [];
  return [activityTable(agents, known), workTable(agents, known), failureTable(agents, known)];
}

/** One row per attempt whose agent left steps, for a CSV file. */
export function behaviourRows(
  rows: readonly AttemptRow[],
): readonly Readonly<Record<string, string | number | null>>[] {
  return rows.flatMap(({ instance, agent, repeat, attempt, behaviour }) => {
    if (behaviour === null) return [];
    const { activities, failureModes, ...figures } = behaviour;
    return [
      {
        instance,
        agent,
        repeat,
        attempt,
        ...figures,
        ...activities,
        failureModes: failureModes.map(({ mode }) => mode).join(' '),
      },
    ];
  });
}

function activityTable(agents: readonly string[], rows: readonly AttemptRow[]): Table {
  const activities = activitySchema.options;
  return {
    id: 'activities',
    title: 'What agents do',
    head: ['agent', 'attempts', ...activities],
    rows: agents.map((agent) => {
      const own = rows.filter((row) => row.agent === agent);
      return [
        agent,
        String(own.length),
        ...activities.map((name) =>
          share(own.filter((row) => (row.behaviour?.activities[name] ?? 0) > 0).length, own.length),
        ),
      ];
    }),
    notes: ['Percentage of attempts in which a tool call shows the activity, with its interval.'],
  };
}

function workTable(agents: readonly string[], rows: readonly AttemptRow[]): Table {
  return {
    id: 'work',
    title: 'How agents work',
    head: [
      'agent',
      'steps',
      'tool calls',
      'failed calls',
      'files read',
      'files edited',
      'first edit %',
    ],
    rows: agents.map((agent) => {
      const own = rows.flatMap((row) => (row.agent === agent ? (row.behaviour ?? []) : []));
      return [
        agent,
        middle(own.map(({ steps }) => steps)),
        middle(own.map(({ toolCalls }) => toolCalls)),
        middle(own.map(({ failedCalls }) => failedCalls)),
        middle(own.map(({ filesRead }) => filesRead)),
        middle(own.map(({ filesEdited }) => filesEdited)),
        middle(own.flatMap(({ firstEditShare: part }) => (part === null ? [] : [part * 100]))),
      ];
    }),
    notes: ['Medians per attempt. First edit: after this part of the steps.'],
  };
}

function failureTable(agents: readonly string[], rows: readonly AttemptRow[]): Table {
  const modes = failureModeSchema.options;
  return {
    id: 'failure-modes',
    title: 'How attempts fell short',
    head: ['agent', ...modes],
    rows: agents.map((agent) => {
      const own = rows.filter((row) => row.agent === agent);
      const found = own.map((row) => row.behaviour?.failureModes.map(({ mode }) => mode) ?? []);
      return [
        agent,
        ...modes.map((mode) =>
          share(found.filter((some) => some.includes(mode)).length, own.length),
        ),
      ];
    }),
    notes: ['Percentage of attempts, with its interval. An attempt may have several.'],
  };
}

function share(count: number, of: number): string {
  return `${percent(count / of)} ${percentRange(wilsonInterval(count, of))}`;
}

function middle(values: readonly number[]): string {
  return median(values)?.toFixed(1) ?? '-';
}
