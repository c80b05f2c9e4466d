import type { Baseline, BuiltImage } from '@refbench/contracts';
import { addedBytes, baseImageRecord, readBuildRecord } from '@refbench/env-builder';
import {
  publishedFrom,
  type AdmissionEvidence,
  type PreparedEnvironment,
} from '@refbench/instances';
import { machineFacts } from '@refbench/sandbox';
import type { SuiteContext } from './gate.ts';

/**
 * Returns the runs of an admission, with the machine, the sizes of the images and how long their builds
 * took. Undefined if the stored baseline is from before runs were timed.
 */
export async function admissionEvidence(
  { engine, entry, workspace }: SuiteContext,
  { environment }: PreparedEnvironment,
  baseline: Baseline,
): Promise<AdmissionEvidence | undefined> {
  const suiteMs = baseline.durations_ms;
  if (suiteMs === undefined) return undefined;
  const machine = await machineFacts();
  const { imageId, baseImage } = environment;
  const imageOf = async (name: string, bytes: number): Promise<BuiltImage> => {
    const record = await readBuildRecord(workspace.stateDir, name);
    return { bytes, build_ms: record?.build_ms ?? null };
  };
  return {
    published: publishedFrom(baseline, machine),
    measures: {
      machine,
      base_image: await imageOf(
        baseImageRecord(baseImage.name),
        await addedBytes(engine, baseImage.imageId),
      ),
      image: await imageOf(entry.instance.id, await addedBytes(engine, imageId, baseImage.imageId)),
      suite_ms: suiteMs,
    },
  };
}
