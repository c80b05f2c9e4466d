import { join } from 'node:path';
import { suiteCoverageSchema, type SuiteCoverage } from '@refbench/contracts';
import { writeJsonFile, readOptionalJson } from '@refbench/base';

/** File beside instance.yaml. It is a measurement, so it is not part of what is admitted. */
const COVERAGE_FILE = 'coverage.json';

/**
 * Reads the coverage of an instance; undefined if it was not measured yet.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readCoverage(instanceDir: string): Promise<SuiteCoverage | undefined> {
  return await readOptionalJson(
    join(instanceDir, COVERAGE_FILE),
    suiteCoverageSchema,
    'restore the file, or recreate it with refbench calibrate --coverage',
  );
}

/** Writes the coverage and returns the path of the file. */
export async function writeCoverage(instanceDir: string, coverage: SuiteCoverage): Promise<string> {
  const path = join(instanceDir, COVERAGE_FILE);
  await writeJsonFile(path, coverage, 1);
  return path;
}
