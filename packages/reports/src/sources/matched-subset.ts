import type { ResultSet } from './result-set.ts';

/** Endings of attempts that a limit cut off: what the agent would have done is not known. */
const CUT_OFF: ReadonlySet<string> = new Set([
  'timed-out',
  'budget-exceeded',
  'out-of-memory',
  'storage-exceeded',
  // In the published format.
  'timeout',
  'budget_exceeded',
]);

/** The published format says more behind a comma. */
function isCutOff(ending: string): boolean {
  return CUT_OFF.has(ending.split(',')[0] ?? '');
}

/**
 * The sets without the instances on which any attempt of any of them was cut off by a limit, so that
 * modes and agents that take longer are compared on what all of them finished. A note says what is left.
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
        `Matched subset: ${cut.size} instance(s) with an attempt that a limit cut off are left out${cut.size === 0 ? '' : `: ${[...cut].sort().join(', ')}`}.`,
      ],
    },
    observations: [...set.observations].filter(({ instance }) => !cut.has(instance)),
    planned: set.planned.map((plan) => ({
      ...plan,
      instances: plan.instances.filter((instance) => !cut.has(instance)),
    })),
  }));
}
