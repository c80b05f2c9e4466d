import { METRICS, type Figures, type Metric } from '../figures.ts';
import { CellStore } from './cell-store.ts';
import type { Observation, Setting } from './observation.ts';
import { isReferenceName } from './reference-agents.ts';
import type { Cell } from './cell.ts';

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
  /** The same by the place of the instance in `instances`, which is quicker. */
  readonly cellsAt: (agent: string, index: number) => readonly Cell[];
  /** Metrics of which any result has a figure. */
  readonly metrics: ReadonlySet<Metric>;
  /** Whether any agent has several results on an instance. */
  readonly repeated: boolean;
  /** Instances that nobody can be scored on, with the reason. */
  readonly voids: readonly { readonly instance: string; readonly reason: string }[];
}

/** What was to be done under a setting, where that is known. */
export interface PlannedCells extends Setting {
  readonly agents: readonly string[];
  readonly instances: readonly string[];
}

const NONE: readonly Cell[] = [];

/** A plan says who was tried on what: this pair was not, which says nothing about the agent. */
const NOT_TRIED: readonly Cell[] = [{ kind: 'hole', reason: 'it was not run on this instance' }];

/**
 * One grid for each track and mode. Its instances are the planned ones and all that any agent has a
 * result for. Several results of an agent on an instance are repeats. The observations are gone
 * through once, and none is kept.
 * @param planned empty where nobody said what was to be done
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

/** Names a setting in maps and tables. */
export function settingKey({ track, mode }: Setting): string {
  return `${track}/${mode}`;
}

class GridBuilder {
  private readonly setting: Setting;
  private readonly byAgent = new Map<string, CellStore>();
  private readonly references = new Set<string>();
  /** Instances by the order in which they appear. */
  private readonly places = new Map<string, number>();
  private readonly voids = new Map<string, string>();
  private readonly metrics = new Set<Metric>();
  /** Equal results may be one object, which is looked at once. */
  private readonly noted = new WeakSet<Figures>();
  private planned = false;

  constructor(setting: Setting) {
    this.setting = setting;
  }

  plan({ agents, instances }: PlannedCells): void {
    this.planned = true;
    for (const agent of agents) this.storeOf(agent);
    for (const instance of instances) this.placeOf(instance);
  }

  add({ agent, instance, repeat = 1, reference, result }: Observation): void {
    const place = this.placeOf(instance);
    const store = this.storeOf(agent);
    if (reference === true) this.references.add(agent);
    if (result.kind === 'void') {
      this.voids.set(instance, result.reason);
      return;
    }
    store.add(place, repeat, result);
    if (result.kind === 'scored') this.noteMetrics(result.figures);
  }

  grid(): Grid {
    const { setting, byAgent, references, places, voids } = this;
    const absent = this.planned ? NOT_TRIED : NONE;
    const instances = [...places.keys()].filter((instance) => !voids.has(instance)).sort();
    const order = Uint32Array.from(instances, (instance) => places.get(instance) ?? 0);
    return {
      ...setting,
      agents: [...byAgent.keys()],
      references,
      instances,
      metrics: this.metrics,
      repeated: [...byAgent.values()].some((store) => store.repeated),
      voids: [...voids].map(([instance, reason]) => ({ instance, reason })),
      cells: (agent, instance) => byAgent.get(agent)?.get(places.get(instance) ?? -1) ?? absent,
      cellsAt: (agent, index) => byAgent.get(agent)?.get(order[index] ?? -1) ?? absent,
    };
  }

  private noteMetrics(figures: Figures): void {
    if (this.noted.has(figures)) return;
    this.noted.add(figures);
    for (const metric of METRICS) {
      if (typeof figures[metric] === 'number') this.metrics.add(metric);
    }
  }

  private placeOf(instance: string): number {
    let place = this.places.get(instance);
    if (place === undefined) this.places.set(instance, (place = this.places.size));
    return place;
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
