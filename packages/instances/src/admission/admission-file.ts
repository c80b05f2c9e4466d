import { join } from 'node:path';
import {
  admissionRecordSchema,
  RefbenchError,
  TOOL_VERSION,
  type AdmissionMeasures,
  type AdmissionRecord,
  type PartDigests,
  type PublishedBaseline,
} from '@refbench/contracts';
import { digestOf, readJsonFile, writeJsonFile } from '@refbench/base';
import type { CatalogEntry } from '../instance-catalog.ts';
import { writePublished } from '../baseline/published-counts.ts';
import { partDigests } from './part-digests.ts';

/** Whether an instance is admitted, and why not. */
export type AdmissionState =
  | { readonly kind: 'admitted'; readonly record: AdmissionRecord }
  | { readonly kind: 'absent' }
  /** The parts that changed since the instance was admitted. */
  | { readonly kind: 'void'; readonly changed: readonly (keyof PartDigests)[] };

/** A condition for admission, with its evidence. */
export interface GateEvidence {
  readonly name: string;
  readonly passed: boolean | null;
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

function pathOf({ dir }: CatalogEntry): string {
  return join(dir, 'admission.json');
}

/** @throws RefbenchError kind `invalid-file` if the file is damaged or belongs to another instance */
export async function readAdmission(entry: CatalogEntry): Promise<AdmissionState> {
  const path = pathOf(entry);
  const file = await readJsonFile(path, admissionRecordSchema);
  if (file.kind === 'absent') return { kind: 'absent' };
  if (file.kind === 'invalid' || file.value.instance !== entry.instance.id) {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${path} is damaged or belongs to another instance`,
      hint: `run refbench instance check ${entry.instance.id} to write it again`,
    });
  }
  const digests = await partDigests(entry);
  const parts = Object.keys(digests) as (keyof PartDigests)[];
  const changed = parts.filter((part) => digests[part] !== file.value.digests[part]);
  return changed.length === 0
    ? { kind: 'admitted', record: file.value }
    : { kind: 'void', changed };
}

/** The runs of an admission, and what else it measured on the machine. */
export interface AdmissionEvidence {
  readonly published: PublishedBaseline;
  readonly measures: Omit<AdmissionMeasures, 'baseline'>;
}

/**
 * Writes admission.json for gates that all passed, and baseline.json with the runs that it vouches for.
 * Returns the path of admission.json.
 */
export async function writeAdmission(
  entry: CatalogEntry,
  gates: readonly GateEvidence[],
  evidence?: AdmissionEvidence,
): Promise<string> {
  if (evidence !== undefined) await writePublished(entry.dir, evidence.published);
  const record: AdmissionRecord = {
    schema: 1,
    instance: entry.instance.id,
    tool: TOOL_VERSION,
    admitted_at: new Date().toISOString(),
    digests: await partDigests(entry),
    gates: gates.map(({ name, passed, problems, notes }) => ({
      name,
      passed,
      problems: [...problems],
      notes: [...notes],
    })),
    ...(evidence === undefined
      ? {}
      : { measured: { ...evidence.measures, baseline: digestOf(evidence.published) } }),
  };
  await writeJsonFile(pathOf(entry), record, 1);
  return pathOf(entry);
}
