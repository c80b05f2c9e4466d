import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instance, SuiteSettings } from '@refbench/contracts';
import { COUNTER_FOLDER, RECIPES_FOLDER } from '@refbench/docker';

/** A file that RefBench adds to the scripts of an instance. */
export interface ProvidedFile {
  readonly executable: boolean;
  /** Undefined if this RefBench does not have the version that the instance names. */
  readonly bytes: Buffer | undefined;
  /** Names the file and its version. */
  readonly what: string;
}

/** The settings of an instance's counter. */
const SETTINGS = 'suite.json';

/** The scripts of a version of the counter. `counter.mjs` is their program. */
const COUNTER_SCRIPTS = ['count_tests', 'run_tests'];

/** The files that instance.yaml asks for, by their names beside the scripts of the instance. */
export async function providedFiles({
  suite,
  programs = {},
}: Pick<Instance['environment'], 'suite' | 'programs'>): Promise<Map<string, ProvidedFile>> {
  const files = new Map<string, ProvidedFile>();
  for (const [name, version] of Object.entries(programs)) {
    files.set(name, await released(RECIPES_FOLDER, version, name));
  }
  if (suite === undefined) return files;
  for (const name of [...COUNTER_SCRIPTS, 'counter.mjs']) {
    files.set(name, await released(COUNTER_FOLDER, suite.counter, name));
  }
  const bytes = Buffer.from(`${JSON.stringify(countedBy(suite), null, 2)}\n`);
  return files.set(SETTINGS, { executable: false, bytes, what: SETTINGS });
}

/** The programs among the files that RefBench adds. They do not depend on the instance. */
export async function releasedPrograms({
  environment,
}: Pick<Instance, 'environment'>): Promise<ReadonlyMap<string, Buffer>> {
  const files = await providedFiles(environment);
  files.delete(SETTINGS);
  return new Map(
    [...files].flatMap(([name, { bytes }]) => (bytes === undefined ? [] : [[name, bytes]])),
  );
}

/** Lists the versions in the folder of the counter or in that of the programs. */
export async function versionsIn(folder: string): Promise<readonly number[]> {
  return (await readdir(folder)).map(Number).filter(Number.isInteger);
}

async function released(folder: string, version: number, name: string): Promise<ProvidedFile> {
  return {
    executable: COUNTER_SCRIPTS.includes(name),
    bytes: await readFile(join(folder, String(version), name)).catch(() => undefined),
    what: `${name}, version ${version}`,
  };
}

/** What the counter reads. */
function countedBy({ format, reports, excluded_tests }: SuiteSettings): object {
  return { format, reports, ...(excluded_tests === undefined ? {} : { excluded_tests }) };
}
