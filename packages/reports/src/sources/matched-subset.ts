import { countOf } from '@refbench/base';
import type { ResultSet } from './result-set.ts';

/** Endings of attempts that a limit cut short. */
const CUT_OFF: ReadonlySet<string> = new Set([
  'timed-out',
  'budget-exceeded',
  'out-of-memory',
  'storage-exceeded',
  // Names in the published format.
  'timeout',
  'budget_exceeded',
]);

/** The published format adds details after a comma. */
function isCutOff(ending: string): boolean {
  return CUT_OFF.has(ending.split(',')[0] ?? '');
}

/**
 * Removes the instances on which a limit cut any attempt of any set short. Modes and agents that take
 * longer are thus compared on the instances that all of them finished. A note lists what was removed.
 */
export function matchedSubset(sets: readonly ResultSet[]): readonly ResultSet[] {
  const cut = new Set(
    sets.flatMap(({ observations }) =>
      [...observations].flatMap(({ ending, instance }) => (isCutOff(ending) ? [instance] : [])),
    ),
  );
  return sets.map((set) => ({
    ...set,
    source: {
      ...set.source,
      notes: [
        ...set.source.notes,
        `Matched subset, without ${countOf(cut.size, 'instance')} on which a limit cut an attempt short${cut.size === 0 ? '' : `: ${[...cut].sort().join(', ')}`}.`,
      ],
    },
    observations: [...set.observations].filter(({ instance }) => !cut.has(instance)),
    planned: set.planned.map((plan) => ({
      ...plan,
      instances: plan.instances.filter((instance) => !cut.has(instance)),
    })),
  }));
}
