import { join } from 'node:path';
import { plantedFaultsSchema, type Digest, type PlantedFaults } from '@refbench/contracts';
import { digestOf, writeJsonFile, readOptionalJson } from '@refbench/base';

/**
 * File beside instance.yaml. It is not part of the recipe, so that it does not change the image.
 */
const FAULTS_FILE = 'faults.json';

/**
 * Reads the planted faults of an instance; undefined if there was no search yet.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readFaults(instanceDir: string): Promise<PlantedFaults | undefined> {
  return await readOptionalJson(
    join(instanceDir, FAULTS_FILE),
    plantedFaultsSchema,
    'restore the file, or recreate it with refbench calibrate --faults',
  );
}

/** Returns the digest of the fields that affect grading; null without faults. */
export function faultsDigest(faults: PlantedFaults | undefined): Digest | null {
  return faults === undefined ? null : digestOf({ ids: faults.test_ids, faults: faults.faults });
}

/** Writes the faults and returns the path of the file. */
export async function writeFaults(instanceDir: string, faults: PlantedFaults): Promise<string> {
  const path = join(instanceDir, FAULTS_FILE);
  await writeJsonFile(path, faults, 1);
  return path;
}
