import type { StableTest, TestsByName } from '@refbench/contracts';
import type { TestOutcomes } from '@refbench/instances';
import { matchTests } from './match-tests.ts';

const MAX_OTHERS = 200;

/**
 * Compares the stable tests of an instance with a run. In a run without names, all of them are
 * missing.
 * @param by with `ids`, a test that moved counts as missing, unless golden moved it to the same place
 */
export function compareTests(
  stable: readonly StableTest[],
  run: TestOutcomes | undefined,
  by: 'ids' | 'ids-and-titles' = 'ids-and-titles',
): TestsByName {
  const outcomes: TestOutcomes = run ?? new Map();
  const matched = matchTests(stable, outcomes, by);
  const found = new Set(matched.values());
  const others = [...outcomes.keys()].filter((id) => !found.has(id)).sort();
  const isFailing = ({ id }: StableTest): boolean => {
    const here = matched.get(id);
    return here !== undefined && outcomes.get(here) !== 'passed';
  };
  return {
    stable: stable.length,
    missing: stable.filter(({ id }) => !matched.has(id)).map(({ id }) => id),
    failing: stable.filter(isFailing).map(({ id }) => id),
    others: { count: others.length, ids: others.slice(0, MAX_OTHERS) },
  };
}

/**
 * 1 when every stable test that the patched tree still has passes, 0 when one does not, or when none of
 * them is left.
 */
export function passStrict({ stable, missing, failing }: TestsByName): 0 | 1 {
  return failing.length === 0 && missing.length < stable ? 1 : 0;
}
