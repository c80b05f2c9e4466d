import { join } from 'node:path';
import {
  plantedFaultsSchema,
  RefbenchError,
  type Digest,
  type PlantedFaults,
} from '@refbench/contracts';
import { digestOf, readJsonFile, writeFileAtomic } from '@refbench/base';

/**
 * File beside instance.yaml. It is not part of the recipe, so that it does not change the image.
 */
const FAULTS_FILE = 'faults.json';

/**
 * Reads the planted faults of an instance; undefined if there was no search yet.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readFaults(instanceDir: string): Promise<PlantedFaults | undefined> {
  const path = join(instanceDir, FAULTS_FILE);
  const file = await readJsonFile(path, plantedFaultsSchema);
  if (file.kind === 'invalid') {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${path}: ${file.reason}`,
      hint: 'restore the file, or recreate it with refbench calibrate --faults',
    });
  }
  return file.kind === 'valid' ? file.value : undefined;
}

/** Returns the digest of the fields that affect grading; null without faults. */
export function faultsDigest(faults: PlantedFaults | undefined): Digest | null {
  return faults === undefined ? null : digestOf({ ids: faults.test_ids, faults: faults.faults });
}

/** Writes the faults and returns the path of the file. */
export async function writeFaults(instanceDir: string, faults: PlantedFaults): Promise<string> {
  const path = join(instanceDir, FAULTS_FILE);
  await writeFileAtomic(path, `${JSON.stringify(faults, null, 1)}\n`);
  return path;
}
