import { titleOfTest, type StableTest } from '@refbench/contracts';
import type { TestOutcomes } from '../grade/test-ids.ts';

/**
 * Finds tests of one run in another. Equal ids come first, also golden's where a test has another one
 * there; then tests of equal titles, each once, in the order of both lists.
 * @returns the id in `run` by the id of the test; tests that are not found have no entry
 */
export function matchTests(
  tests: readonly StableTest[],
  run: TestOutcomes,
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
