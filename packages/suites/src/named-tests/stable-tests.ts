import type { StableTest } from '@refbench/contracts';
import type { TestOutcomes } from '@refbench/instances';
import { matchTests } from './match-tests.ts';

/**
 * Returns the tests that pass in all runs of base and of golden, which may have moved them. Returns
 * null if a run does not name its tests.
 */
export function stableTests(
  base: readonly (TestOutcomes | undefined)[],
  golden: readonly (TestOutcomes | undefined)[],
): StableTest[] | null {
  const [before, after] = [alwaysPassing(base), alwaysPassing(golden)];
  if (before === undefined || after === undefined) return null;
  const matched = matchTests(
    before.map((id) => ({ id })),
    new Map(after.map((id) => [id, 'passed'])),
  );
  return [...matched]
    .map(([id, other]): StableTest => (other === id ? { id } : { id, golden: other }))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
}

function alwaysPassing(runs: readonly (TestOutcomes | undefined)[]): string[] | undefined {
  const [first, ...others] = runs;
  if (first === undefined) return undefined;
  const named = others.filter((run) => run !== undefined);
  if (named.length < others.length) return undefined;
  return [...first.keys()].filter((id) =>
    [first, ...named].every((run) => run.get(id) === 'passed'),
  );
}
