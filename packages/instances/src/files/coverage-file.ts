import { join } from 'node:path';
import { RefbenchError, suiteCoverageSchema, type SuiteCoverage } from '@refbench/contracts';
import { readJsonFile, writeFileAtomic } from '@refbench/base';

/** File beside instance.yaml. It is a measurement, so it is not part of what is admitted. */
const COVERAGE_FILE = 'coverage.json';

/**
 * Reads the coverage of an instance; undefined if it was not measured yet.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readCoverage(instanceDir: string): Promise<SuiteCoverage | undefined> {
  const path = join(instanceDir, COVERAGE_FILE);
  const file = await readJsonFile(path, suiteCoverageSchema);
  if (file.kind === 'invalid') {
    throw new RefbenchError({
      kind: 'invalid-file',
      message: `${path}: ${file.reason}`,
      hint: 'restore the file, or recreate it with refbench calibrate --coverage',
    });
  }
  return file.kind === 'valid' ? file.value : undefined;
}

/** Writes the coverage and returns the path of the file. */
export async function writeCoverage(instanceDir: string, coverage: SuiteCoverage): Promise<string> {
  const path = join(instanceDir, COVERAGE_FILE);
  await writeFileAtomic(path, `${JSON.stringify(coverage, null, 1)}\n`);
  return path;
}
