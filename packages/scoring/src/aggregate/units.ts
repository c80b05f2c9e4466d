import type { ResampleUnit } from '../statistics/resample-unit.ts';
import type { Columns } from './columns.ts';

/** What is drawn, flipped and counted as independent: each instance, or all of one repository. */
export type ClusterBy = 'instance' | 'repository';

/** The repository of an instance's id, `<owner>__<repo>-<first 8 of base>`. */
export function repositoryOf(instance: string): string {
  return instance.replace(/-[0-9a-f]{8}$/, '');
}

/**
 * The independent units of one agent's column: over places where `keeps` holds, or all, in the order of
 * the clusters. Those of all places are made once, so that what is drawn of them is shared.
 */
export function unitsOf(
  columns: Columns,
  agent: string,
  cluster: ClusterBy = 'instance',
  keeps?: (index: number) => boolean,
): readonly ResampleUnit[] {
  if (keeps !== undefined) return unitsWhere(columns, agent, cluster, keeps);
  let made = whole.get(columns);
  if (made === undefined) whole.set(columns, (made = new Map()));
  const key = `${cluster} ${agent}`;
  let units = made.get(key);
  if (units === undefined) {
    made.set(key, (units = unitsWhere(columns, agent, cluster, () => true)));
  }
  return units;
}

const whole = new WeakMap<Columns, Map<string, readonly ResampleUnit[]>>();

function unitsWhere(
  columns: Columns,
  agent: string,
  cluster: ClusterBy,
  keeps: (index: number) => boolean,
): readonly ResampleUnit[] {
  const values = columns.byAgent.get(agent) ?? [];
  const repeats = columns.repeats?.get(agent);
  if (cluster === 'instance') {
    const units: ResampleUnit[] = [];
    for (const [index, value] of values.entries()) {
      if (value === null || !keeps(index)) continue;
      const own = repeats?.[index];
      const isRepeated = own !== undefined && own.length > 1;
      units.push(
        isRepeated ? { total: value, size: 1, repeats: [own] } : { total: value, size: 1 },
      );
    }
    return units;
  }
  const clusters = new Map<
    string,
    { total: number; size: number; repeats: (readonly number[])[] }
  >();
  for (const [index, value] of values.entries()) {
    if (value === null || !keeps(index)) continue;
    const instance = columns.instances[index] ?? '';
    const key = repositoryOf(instance);
    let unit = clusters.get(key);
    if (unit === undefined) clusters.set(key, (unit = { total: 0, size: 0, repeats: [] }));
    unit.total += value;
    unit.size += 1;
    unit.repeats.push(repeats?.[index] ?? [value]);
  }
  return [...clusters.values()].map(({ repeats: own, ...unit }) =>
    own.some((one) => one.length > 1) ? { ...unit, repeats: own } : unit,
  );
}
