import {
  publishedBaselineSchema,
  type AdmissionMeasures,
  type Baseline,
  type PublishedBaseline,
} from '@refbench/contracts';
import { digestOf, readJsonFile } from '@refbench/base';
import { BASELINE_RUNS, baselineFault } from '../baseline/baseline-store.ts';
import { publishedPath } from '../baseline/published-counts.ts';
import type { CatalogEntry } from '../instance-catalog.ts';
import type { PreparedEnvironment } from '../prepared-instance.ts';
import { readAdmission } from './admission-file.ts';

/** A published baseline that may serve for a first look, or why there is none. */
export type VouchedBaseline =
  | {
      readonly kind: 'vouched';
      readonly baseline: Baseline;
      readonly machine: AdmissionMeasures['machine'];
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** The host of a baseline that another machine measured. */
const ELSEWHERE = 'published';

/**
 * Reads the runs of the admission of an instance, and checks the proof: admission.json holds for the
 * present files, names the digest of baseline.json, and both belong to the present recipe.
 */
export async function vouchedBaseline(
  entry: CatalogEntry,
  { environment, instance }: Pick<PreparedEnvironment, 'environment' | 'instance'>,
): Promise<VouchedBaseline> {
  const refused = (reason: string): VouchedBaseline => ({ kind: 'refused', reason });
  const admission = await readAdmission(entry);
  if (admission.kind === 'absent') return refused('there is no admission.json');
  if (admission.kind === 'void') {
    return refused(
      `its admission does not hold any more; changed: ${admission.changed.join(', ')}`,
    );
  }
  const { measured } = admission.record;
  if (measured === undefined) return refused('admission.json contains no measurements');
  const file = await readJsonFile(publishedPath(entry.dir), publishedBaselineSchema);
  if (file.kind !== 'valid') return refused('baseline.json is missing or damaged');
  if (digestOf(file.value) !== measured.baseline) {
    return refused('baseline.json is not the file that admission.json vouches for');
  }
  if (file.value.instance !== instance.id || file.value.recipe !== environment.recipeDigest) {
    return refused('baseline.json belongs to another recipe');
  }
  const baseline = baselineOf(file.value, environment.imageId);
  if (baseline === undefined) return refused('baseline.json has too few runs');
  const fault = baselineFault(baseline);
  return fault === undefined
    ? { kind: 'vouched', baseline, machine: measured.machine }
    : refused(fault);
}

function baselineOf(
  { machine: _machine, flaky: _flaky, stable_tests, ...rest }: PublishedBaseline,
  image: Baseline['image'],
): Baseline | undefined {
  if (Math.min(rest.k, rest.base.length, rest.golden.length) < BASELINE_RUNS) return undefined;
  return {
    ...rest,
    host: ELSEWHERE,
    // The same recipe and commit give the same files, whatever the id of the image is here.
    image,
    stable_tests: stable_tests ?? null,
  };
}
