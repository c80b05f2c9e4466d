import type { Observation, Result, Setting } from './observation.ts';

/** The result of a pair of agent and instance; void instances are out of the grid. */
export type Cell = Exclude<Result, { readonly kind: 'void' }>;

/** Agents by instances under one setting, every cell filled. */
export interface Grid extends Setting {
  readonly agents: readonly string[];
  /** Sorted. */
  readonly instances: readonly string[];
  readonly cell: (agent: string, instance: string) => Cell;
  /** Instances that nobody can be scored on, with the reason. */
  readonly voids: readonly { readonly instance: string; readonly reason: string }[];
}

/** What was to be done under a setting, where that is known. */
export interface PlannedCells extends Setting {
  readonly agents: readonly string[];
  readonly instances: readonly string[];
}

/** Nobody said what was to be done, so whoever has no result brought none. */
const NO_RESULT: Cell = { kind: 'missing', reason: 'there is no result' };
/** A plan says who was tried on what: this pair was not, which says nothing about the agent. */
const NOT_TRIED: Cell = { kind: 'hole', reason: 'it was not run on this instance' };

/**
 * One grid for each track and mode. Its instances are the planned ones and all that any agent has a
 * result for, so every agent is measured on the same. Where an agent has no result, that is its own
 * zero, with the reason; but where there is a plan, it is a hole. Of several results in one place the last counts.
 */
export function gridsOf(
  observations: readonly Observation[],
  planned: readonly PlannedCells[] = [],
): readonly Grid[] {
  const settings = new Map<string, Setting>();
  for (const { track, mode } of [...planned, ...observations]) {
    settings.set(settingKey({ track, mode }), { track, mode });
  }
  return [...settings].map(([key, setting]) => {
    const here = (one: Setting): boolean => settingKey(one) === key;
    return gridOf(setting, observations.filter(here), planned.filter(here));
  });
}

/** Names a setting in maps and tables. */
export function settingKey({ track, mode }: Setting): string {
  return `${track}/${mode}`;
}

function gridOf(
  setting: Setting,
  observations: readonly Observation[],
  planned: readonly PlannedCells[],
): Grid {
  const cells = new Map<string, Cell>();
  const voids = new Map<string, string>();
  for (const { agent, instance, result } of observations) {
    if (result.kind === 'void') voids.set(instance, result.reason);
    else cells.set(cellKey(agent, instance), result);
  }
  const absent = planned.length === 0 ? NO_RESULT : NOT_TRIED;
  const instances = new Set([
    ...planned.flatMap((plan) => plan.instances),
    ...observations.map((observation) => observation.instance),
  ]);
  return {
    ...setting,
    agents: [
      ...new Set([
        ...planned.flatMap((plan) => plan.agents),
        ...observations.map((observation) => observation.agent),
      ]),
    ],
    instances: [...instances].filter((instance) => !voids.has(instance)).sort(),
    voids: [...voids].map(([instance, reason]) => ({ instance, reason })),
    cell: (agent, instance) => cells.get(cellKey(agent, instance)) ?? absent,
  };
}

function cellKey(agent: string, instance: string): string {
  return `${agent} ${instance}`;
}
