import type { Observation, Result, Setting } from './observation.ts';
import { referenceAgents } from './reference-agents.ts';

/** The result of one attempt at an instance that can be scored. */
export type Cell = Exclude<Result, { readonly kind: 'void' }>;

/** Agents by instances under one setting. */
export interface Grid extends Setting {
  readonly agents: readonly string[];
  /** Agents that are shown and never tested. */
  readonly references: ReadonlySet<string>;
  /** Sorted. */
  readonly instances: readonly string[];
  /**
   * The results of an agent's repeats on an instance, in their order. Empty where nobody said that it
   * was tried; where a plan says so, a result that is not there is a hole.
   */
  readonly cells: (agent: string, instance: string) => readonly Cell[];
  /** Instances that nobody can be scored on, with the reason. */
  readonly voids: readonly { readonly instance: string; readonly reason: string }[];
}

/** What was to be done under a setting, where that is known. */
export interface PlannedCells extends Setting {
  readonly agents: readonly string[];
  readonly instances: readonly string[];
}

/** A plan says who was tried on what: this pair was not, which says nothing about the agent. */
const NOT_TRIED: readonly Cell[] = [{ kind: 'hole', reason: 'it was not run on this instance' }];

/**
 * One grid for each track and mode. Its instances are the planned ones and all that any agent has a
 * result for. Several results of an agent on an instance are repeats.
 * @param planned empty where nobody said what was to be done
 */
export function gridsOf(
  observations: readonly Observation[],
  planned: readonly PlannedCells[] = [],
): readonly Grid[] {
  const settings = new Map<string, { setting: Setting; own: Observation[] }>();
  for (const { track, mode } of planned) {
    settings.set(settingKey({ track, mode }), { setting: { track, mode }, own: [] });
  }
  for (const observation of observations) {
    const { track, mode } = observation;
    const known = settings.get(settingKey(observation));
    if (known !== undefined) known.own.push(observation);
    else settings.set(settingKey(observation), { setting: { track, mode }, own: [observation] });
  }
  return [...settings].map(([key, { setting, own }]) =>
    gridOf(
      setting,
      own,
      planned.filter((plan) => settingKey(plan) === key),
    ),
  );
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
  const byAgent = new Map<string, Map<string, Cell[]>>();
  const instances = new Set<string>();
  const voids = new Map<string, string>();
  for (const { agents, instances: ids } of planned) {
    for (const agent of agents) byAgent.set(agent, new Map());
    for (const id of ids) instances.add(id);
  }
  for (const { agent, instance, result } of inOrderOfRepeats(observations)) {
    instances.add(instance);
    let own = byAgent.get(agent);
    if (own === undefined) byAgent.set(agent, (own = new Map<string, Cell[]>()));
    const cells = own.get(instance);
    if (result.kind === 'void') voids.set(instance, result.reason);
    else if (cells === undefined) own.set(instance, [result]);
    else cells.push(result);
  }
  const absent = planned.length === 0 ? [] : NOT_TRIED;
  return {
    ...setting,
    agents: [...byAgent.keys()],
    references: referenceAgents(byAgent.keys(), observations),
    instances: [...instances].filter((instance) => !voids.has(instance)).sort(),
    voids: [...voids].map(([instance, reason]) => ({ instance, reason })),
    cells: (agent, instance) => byAgent.get(agent)?.get(instance) ?? absent,
  };
}

function inOrderOfRepeats(observations: readonly Observation[]): readonly Observation[] {
  if (observations.every(({ repeat = 1 }) => repeat === 1)) return observations;
  return observations.toSorted((left, right) => (left.repeat ?? 1) - (right.repeat ?? 1));
}
