import type { ResampleUnit } from '../statistics/resample-unit.ts';
import type { Columns } from './columns.ts';

/** The unit of independence for resampling and sign flips: an instance, or a whole repository. */
export type ClusterBy = 'instance' | 'repository';

/** Returns the repository part of an instance id, `<owner>__<repo>-<first 8 digits of base>`. */
export function repositoryOf(instance: string): string {
  return instance.replace(/-[0-9a-f]{8}$/, '');
}

/**
 * Returns the independent units of one agent's column, in order of appearance. Units over all instances
 * are cached, so that resamples of them are shared.
 * @param keeps selects instances by index; all if omitted
 */
export function unitsOf(
  columns: Columns,
  agent: string,
  cluster: ClusterBy = 'instance',
  keeps?: (index: number) => boolean,
): readonly ResampleUnit[] {
  if (keeps !== undefined) return buildUnits(columns, agent, cluster, keeps);
  let cached = unitCache.get(columns);
  if (cached === undefined) unitCache.set(columns, (cached = new Map()));
  const key = `${cluster} ${agent}`;
  let units = cached.get(key);
  if (units === undefined) {
    cached.set(key, (units = buildUnits(columns, agent, cluster, () => true)));
  }
  return units;
}

const unitCache = new WeakMap<Columns, Map<string, readonly ResampleUnit[]>>();

function buildUnits(
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
