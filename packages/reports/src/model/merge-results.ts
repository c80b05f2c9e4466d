import { RefbenchError } from '@refbench/contracts';
import { gridsOf, settingKey, type Grid, type Observation } from '@refbench/scoring';
import type { ResultSet } from '../sources/result-set.ts';

/**
 * Merges the observations of all sources. If two runs of one plan contain the same agent on the same
 * instance, these results are repeats, and those of the later run are renumbered.
 * @throws RefbenchError `usage` if sources with different plans, or without one, contain the same result
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

/** Returns the grids of all sources; see `mergeResults`. */
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
    message: `"${first.source.id}" and "${second.source.id}" both contain results of ${agent} on ${instance} (${settingKey({ track, mode })}), under different plans`,
    hint: 'specify only one of them, or two runs of the same plan, whose results are repeats',
  });
}
