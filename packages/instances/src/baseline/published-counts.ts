import { dirname, join } from 'node:path';
import {
  publishedBaselineSchema,
  RefbenchError,
  type Baseline,
  type Machine,
  type PublishedBaseline,
  type TestCounts,
  type TestRun,
} from '@refbench/contracts';
import { readJsonFile, resolveWithin, writeJsonFile } from '@refbench/base';
import { z } from 'zod';
import type { Calibration, Drift, Range, SuiteState } from './calibration.ts';

/** Published counts of an instance. */
export interface PublishedCounts {
  readonly source: string;
  readonly counts: Readonly<Record<SuiteState, readonly TestCounts[]>>;
}

const BASELINE_FILE = 'baseline.json';
/** A file of CodeTaste, with the counts of one run per state. */
export const METADATA_FILE = 'instance_metadata.json';

const count = z.int().min(0);
const metricsSchema = z
  .object({ passed: count, failed: count, skipped: count, total: count })
  .transform(({ passed, failed, skipped, total }) => ({ passed, failed, skipped, total }));
const metadataSchema = z.object({ base_metrics: metricsSchema, golden_metrics: metricsSchema });

/**
 * Reads the published counts beside an instance, or in the given file, in either format.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readPublishedCounts(
  instanceDir: string,
  file: string | undefined,
): Promise<readonly PublishedCounts[]> {
  const paths = [publishedPath(instanceDir), join(instanceDir, METADATA_FILE)];
  if (file !== undefined) paths.push(file);
  const found: PublishedCounts[] = [];
  for (const path of paths) {
    const counts = await readCounts(path);
    if (counts !== undefined) found.push({ source: path, counts });
    else if (path === file) throw invalid(path, 'there is no such file');
  }
  return found;
}

async function readCounts(path: string): Promise<PublishedCounts['counts'] | undefined> {
  await resolveWithin(dirname(path), path);
  const baseline = await readJsonFile(path, publishedBaselineSchema);
  if (baseline.kind === 'absent') return undefined;
  if (baseline.kind === 'valid') return publishedCountsOf(path, baseline.value).counts;
  const metadata = await readJsonFile(path, metadataSchema);
  if (metadata.kind !== 'valid') throw invalid(path, baseline.reason);
  return { base: [metadata.value.base_metrics], golden: [metadata.value.golden_metrics] };
}

/** The counts of a baseline, for a comparison with another. */
export function publishedCountsOf(
  source: string,
  { base, golden }: Pick<Baseline, SuiteState>,
): PublishedCounts {
  return { source, counts: { base: counted(base), golden: counted(golden) } };
}

function counted(runs: readonly TestRun[]): readonly TestCounts[] {
  return runs.flatMap((run) => (run.kind === 'counted' ? [run.counts] : []));
}

/** Returns the counts for which no run on this host is within the published range. */
export function driftFrom(
  published: PublishedCounts,
  runs: Readonly<Record<SuiteState, readonly TestRun[]>>,
): readonly Drift[] {
  const names = ['passed', 'failed', 'skipped', 'total'] as const;
  return (['base', 'golden'] as const).flatMap((state) =>
    names.flatMap((name): readonly Drift[] => {
      const theirs = range(published.counts[state], name);
      const here = range(counted(runs[state]), name);
      if (theirs === undefined || here === undefined) return [];
      if (here.min <= theirs.max && theirs.min <= here.max) return [];
      return [{ source: published.source, state, count: name, published: theirs, here }];
    }),
  );
}

function range(runs: readonly TestCounts[], name: keyof TestCounts): Range | undefined {
  if (runs.length === 0) return undefined;
  const values = runs.map((run) => run[name]);
  return { min: Math.min(...values), max: Math.max(...values) };
}

/** Writes counts for comparison by other hosts. They do not identify this host. */
export async function publishBaseline(
  instanceDir: string,
  { baseline, flaky }: Calibration,
  machine: Machine,
): Promise<string> {
  const ids = [...new Set(flaky.map(({ id }) => id))];
  return await writePublished(instanceDir, { ...publishedFrom(baseline, machine), flaky: ids });
}

/** A baseline without what identifies this host, but with its hardware. */
export function publishedFrom(baseline: Baseline, machine: Machine): PublishedBaseline {
  const { host: _host, image: _image, ...rest } = baseline;
  return { ...rest, machine };
}

export async function writePublished(
  instanceDir: string,
  published: PublishedBaseline,
): Promise<string> {
  const path = publishedPath(instanceDir);
  await writeJsonFile(path, published);
  return path;
}

/** The file of the published baseline of an instance. */
export function publishedPath(instanceDir: string): string {
  return join(instanceDir, BASELINE_FILE);
}

function invalid(path: string, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path} contains no published counts: ${reason}`,
    hint: 'provide a baseline.json written by `refbench calibrate --write-baseline`, or an instance_metadata.json',
  });
}
