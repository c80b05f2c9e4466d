import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '@refbench/base';
import type { Calibration, CatalogEntry } from '@refbench/instances';
import { parseDocument } from 'yaml';

/** A suite with a larger share of unstable tests is not fit for a benchmark. */
export const MAX_EXCLUDED_SHARE = 0.05;

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
  const known = suite.excluded_tests ?? [];
  const excluded = [...new Set([...known, ...varying])].sort();
  if (excluded.length > first.counts.total * MAX_EXCLUDED_SHARE) return [];
  const path = join(dir, 'instance.yaml');
  const document = parseDocument(await readFile(path, 'utf8'));
  document.setIn(['environment', 'suite', 'excluded_tests'], document.createNode(excluded));
  await writeFileAtomic(path, document.toString({ lineWidth: 100 }));
  return varying;
}
