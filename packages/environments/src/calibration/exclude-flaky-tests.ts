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
  entry: CatalogEntry,
  { flaky, baseline }: Calibration,
): Promise<readonly string[]> {
  const [first] = baseline.base;
  if (first?.kind !== 'counted') return [];
  return await excludeVaryingTests(
    entry,
    flaky.map(({ id }) => id),
    first.counts.total,
  );
}

/**
 * Does the same for tests whose outcome varied elsewhere.
 * @param total - The number of tests of the suite.
 */
export async function excludeVaryingTests(
  { dir, instance }: CatalogEntry,
  names: readonly string[],
  total: number,
): Promise<readonly string[]> {
  const { suite } = instance.environment;
  if (suite === undefined || names.length === 0) return [];
  const varying = [...new Set(names)].sort();
  const excluded = excludedTests(suite.excluded_tests ?? [], varying, total);
  if (excluded === undefined) return [];
  await editYamlFile(join(dir, 'instance.yaml'), (document) => {
    const list = document.createNode(excluded.toSorted());
    document.setIn(['environment', 'suite', 'excluded_tests'], list);
    return true;
  });
  return varying;
}
