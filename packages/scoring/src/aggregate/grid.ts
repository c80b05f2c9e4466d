import { METRICS, type MetricValues, type Metric } from '../metrics.ts';
import { CellStore } from './cell-store.ts';
import type { Observation, Setting } from './observation.ts';
import { isReferenceName } from './reference-agents.ts';
import type { Cell } from './cell.ts';

/** The results of all agents on all instances under one track and mode. */
export interface Grid extends Setting {
  readonly agents: readonly string[];
  /** Agents that are shown but not tested. */
  readonly references: ReadonlySet<string>;
  /** Instance ids, sorted. */
  readonly instances: readonly string[];
  /**
   * The results of an agent's repeats on an instance, in order. Without a plan, an absent result gives
   * an empty array. With a plan, it gives a hole.
   */
  readonly cells: (agent: string, instance: string) => readonly Cell[];
  /** Same as `cells`, but by index into `instances`, which is faster. */
  readonly cellsAt: (agent: string, index: number) => readonly Cell[];
  /** Metrics that at least one result defines. */
  readonly metrics: ReadonlySet<Metric>;
  /** True if any agent has more than one result on an instance. */
  readonly repeated: boolean;
  /** Instances that cannot be scored for any agent, with the reason. */
  readonly voids: readonly { readonly instance: string; readonly reason: string }[];
}

/** The agents and instances that a plan lists for one track and mode. */
export interface PlannedCells extends Setting {
  readonly agents: readonly string[];
  readonly instances: readonly string[];
}

const NONE: readonly Cell[] = [];

/** A planned pair without a result. It says nothing about the agent. */
const NOT_RUN: readonly Cell[] = [{ kind: 'hole', reason: 'was not run on this instance' }];

/**
 * Builds one grid per track and mode. Its instances are those that are planned and those that any agent
 * has a result for. Several results of one agent on one instance are repeats. The function iterates
 * over the observations once and does not retain them.
 * @param observations one per attempt, in any order
 * @param planned the agents and instances of each plan; empty if there is no plan
 * @returns the grids in order of appearance, planned settings first
 */
export function gridsOf(
  observations: Iterable<Observation>,
  planned: readonly PlannedCells[] = [],
): readonly Grid[] {
  const builders = new Map<string, GridBuilder>();
  const builderOf = ({ track, mode }: Setting): GridBuilder => {
    const key = settingKey({ track, mode });
    let builder = builders.get(key);
    if (builder === undefined) builders.set(key, (builder = new GridBuilder({ track, mode })));
    return builder;
  };
  for (const plan of planned) builderOf(plan).plan(plan);
  for (const observation of observations) builderOf(observation).add(observation);
  return Array.from(builders.values(), (builder) => builder.grid());
}

/** Returns the key of a setting in maps and tables, `<track>/<mode>`. */
export function settingKey({ track, mode }: Setting): string {
  return `${track}/${mode}`;
}

class GridBuilder {
  private readonly setting: Setting;
  private readonly byAgent = new Map<string, CellStore>();
  private readonly references = new Set<string>();
  /** Index of each instance, in order of appearance. */
  private readonly indexes = new Map<string, number>();
  private readonly voids = new Map<string, string>();
  private readonly metrics = new Set<Metric>();
  /** Several results may share one object, which needs to be inspected only once. */
  private readonly inspected = new WeakSet<MetricValues>();
  private planned = false;

  constructor(setting: Setting) {
    this.setting = setting;
  }

  plan({ agents, instances }: PlannedCells): void {
    this.planned = true;
    for (const agent of agents) this.storeOf(agent);
    for (const instance of instances) this.indexOf(instance);
  }

  add({ agent, instance, repeat = 1, reference, result }: Observation): void {
    const index = this.indexOf(instance);
    const store = this.storeOf(agent);
    if (reference === true) this.references.add(agent);
    if (result.kind === 'void') {
      this.voids.set(instance, result.reason);
      return;
    }
    store.add(index, repeat, result);
    if (result.kind === 'scored') this.noteMetrics(result.figures);
  }

  grid(): Grid {
    const { setting, byAgent, references, indexes, voids } = this;
    const absent = this.planned ? NOT_RUN : NONE;
    const instances = [...indexes.keys()].filter((instance) => !voids.has(instance)).sort();
    const order = Uint32Array.from(instances, (instance) => indexes.get(instance) ?? 0);
    return {
      ...setting,
      agents: [...byAgent.keys()],
      references,
      instances,
      metrics: this.metrics,
      repeated: [...byAgent.values()].some((store) => store.repeated),
      voids: [...voids].map(([instance, reason]) => ({ instance, reason })),
      cells: (agent, instance) => byAgent.get(agent)?.get(indexes.get(instance) ?? -1) ?? absent,
      cellsAt: (agent, index) => byAgent.get(agent)?.get(order[index] ?? -1) ?? absent,
    };
  }

  private noteMetrics(figures: MetricValues): void {
    if (this.inspected.has(figures)) return;
    this.inspected.add(figures);
    for (const metric of METRICS) {
      if (typeof figures[metric] === 'number') this.metrics.add(metric);
    }
  }

  private indexOf(instance: string): number {
    let index = this.indexes.get(instance);
    if (index === undefined) this.indexes.set(instance, (index = this.indexes.size));
    return index;
  }

  private storeOf(agent: string): CellStore {
    let store = this.byAgent.get(agent);
    if (store === undefined) {
      this.byAgent.set(agent, (store = new CellStore()));
      if (isReferenceName(agent)) this.references.add(agent);
    }
    return store;
  }
}
