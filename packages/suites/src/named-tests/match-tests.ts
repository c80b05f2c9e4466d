import { titleOfTest, type StableTest } from '@refbench/contracts';
import type { TestOutcomes } from '@refbench/instances';

/**
 * Matches tests of one run to tests of another: first by equal ids (including golden's id of a
 * moved test), then by equal titles, each once, in the order of both lists.
 * @param by with `ids`, a test with the same title in another place is another test
 * @returns the id in `run` by the id of the test; tests without a match have no entry
 */
export function matchTests(
  tests: readonly StableTest[],
  run: TestOutcomes,
  by: 'ids' | 'ids-and-titles' = 'ids-and-titles',
): ReadonlyMap<string, string> {
  const matched = new Map<string, string>();
  const taken = new Set<string>();
  const take = (test: StableTest, id: string | undefined): void => {
    if (id === undefined || matched.has(test.id) || taken.has(id) || !run.has(id)) return;
    matched.set(test.id, id);
    taken.add(id);
  };
  for (const test of tests) take(test, test.id);
  for (const test of tests) take(test, test.golden);
  if (by === 'ids') return matched;
  const free = new Map<string, string[]>();
  for (const id of run.keys()) {
    if (taken.has(id)) continue;
    const title = titleOfTest(id);
    free.set(title, [...(free.get(title) ?? []), id]);
  }
  for (const test of tests) {
    if (!matched.has(test.id)) take(test, free.get(titleOfTest(test.id))?.shift());
  }
  return matched;
}
