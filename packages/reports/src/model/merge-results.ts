import { RefbenchError } from '@refbench/contracts';
import { gridsOf, settingKey, type Grid, type Observation } from '@refbench/scoring';
import type { ResultSet } from '../sources/result-set.ts';

/**
 * The observations of all sources. Where two runs of one plan hold the same agent on the same
 * instance, those are repeats, and the later run's are numbered on.
 * @throws RefbenchError `usage` where they hold the same under different plans, or without a plan
 */
export function mergeResults(sets: readonly ResultSet[]): Iterable<Observation> {
  const [only] = sets;
  if (only !== undefined && sets.length === 1) return only.observations;
  const held = new Map<string, { set: ResultSet; repeats: number }>();
  return sets.flatMap((set) => {
    const before = new Map(held);
    return Array.from(set.observations, (observation) => {
      const key = [settingKey(observation), observation.agent, observation.instance].join(' ');
      const earlier = before.get(key);
      if (earlier !== undefined && !isSamePlan(earlier.set, set)) {
        throw clash(observation, earlier.set, set);
      }
      const repeat = (observation.repeat ?? 1) + (earlier?.repeats ?? 0);
      held.set(key, { set, repeats: Math.max(repeat, held.get(key)?.repeats ?? 0) });
      return earlier === undefined ? observation : { ...observation, repeat };
    });
  });
}

/** The grids of all sources; see `mergeResults`. */
export function gridsOfSets(
  sets: readonly ResultSet[],
  observations: Iterable<Observation> = mergeResults(sets),
): readonly Grid[] {
  return gridsOf(
    observations,
    sets.flatMap((set) => set.planned),
  );
}

function isSamePlan(first: ResultSet, second: ResultSet): boolean {
  return (
    first.plan !== undefined && first.plan === second.plan && first.source.id !== second.source.id
  );
}

function clash(
  { agent, instance, track, mode }: Observation,
  first: ResultSet,
  second: ResultSet,
): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message: `"${first.source.id}" and "${second.source.id}" both hold ${agent} on ${instance} (${settingKey({ track, mode })}), under different plans`,
    hint: 'give one of them, or two runs of the same plan, whose results are repeats',
  });
}
