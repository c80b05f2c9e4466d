import { join } from 'node:path';
import { editYamlFile } from '@refbench/base';
import type { Calibration, CatalogEntry } from '@refbench/instances';

/** A suite with a larger share of unstable tests is not fit for a benchmark. */
const MAX_EXCLUDED_SHARE = 0.05;

/** Joins the tests that do not count; undefined if they are too large a share of the suite. */
export function excludedTests(
  known: readonly string[],
  varying: readonly string[],
  total: number,
): readonly string[] | undefined {
  const all = [...new Set([...known, ...varying])];
  return all.length > total * MAX_EXCLUDED_SHARE ? undefined : all;
}

/**
 * Writes into instance.yaml that the tests whose outcome varied in a calibration do not count. The
 * environment is another one then, and has to be calibrated again.
 * @returns the names of these tests; none if no test varied, if too many did, or if the recipe counts
 *   the tests itself
 */
export async function excludeFlakyTests(
  { dir, instance }: CatalogEntry,
  { flaky, baseline }: Calibration,
): Promise<readonly string[]> {
  const { suite } = instance.environment;
  const [first] = baseline.base;
  if (suite === undefined || flaky.length === 0 || first?.kind !== 'counted') return [];
  const varying = [...new Set(flaky.map(({ id }) => id))].sort();
  const excluded = excludedTests(suite.excluded_tests ?? [], varying, first.counts.total);
  if (excluded === undefined) return [];
  await editYamlFile(join(dir, 'instance.yaml'), (document) => {
    const names = document.createNode(excluded.toSorted());
    document.setIn(['environment', 'suite', 'excluded_tests'], names);
    return true;
  });
  return varying;
}
