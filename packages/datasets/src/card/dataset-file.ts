import { join } from 'node:path';
import { datasetSchema, RefbenchError, type Dataset } from '@refbench/contracts';
import { exists, readYamlFile } from '@refbench/base';

/** File in the folder of the instances that says what they are together. */
const DATASET_FILE = 'dataset.yaml';

/**
 * Reads dataset.yaml.
 * @throws RefbenchError kind `invalid-file` if it is missing or invalid
 */
export async function readDatasetFile(instancesDir: string): Promise<Dataset> {
  const path = join(instancesDir, DATASET_FILE);
  if (!(await exists(path))) {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${path}: there is no such file`,
      hint: 'write it with schema: 1, name, version, canary (a fresh GUID), description and licence',
    });
  }
  return await readYamlFile(path, datasetSchema);
}
