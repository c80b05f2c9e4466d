import type { TestRun } from '@refbench/contracts';
import { newestBaseline, readPublishedCounts, type CatalogEntry } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';

/**
 * Returns the number of tests of the suite on golden: the largest of the published runs, or else of
 * the runs on this host. Null if the suite was never counted.
 */
export async function knownTests(
  { stateDir }: Workspace,
  { instance, dir }: CatalogEntry,
): Promise<number | null> {
  const published = await readPublishedCounts(dir, undefined);
  const totals = published.flatMap(({ counts }) => counts.golden.map(({ total }) => total));
  if (totals.length > 0) return Math.max(...totals);
  const baseline = await newestBaseline(stateDir, instance.id);
  const here = (baseline?.golden ?? []).flatMap(totalOf);
  return here.length === 0 ? null : Math.max(...here);
}

function totalOf(run: TestRun): readonly number[] {
  return run.kind === 'counted' ? [run.counts.total] : [];
}
