import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { instanceSchema, RefbenchError, type Digest } from '@refbench/contracts';
import {
  compareText,
  digestOf,
  readFileWithin,
  readYamlFile,
  resolveWithin,
  sha256OfBytes,
} from '@refbench/base';
import { providedFiles } from './provided-files.ts';

const MAX_SCRIPT_BYTES = 10_000_000;

/** The folder of an instance with its scripts. */
export const RECIPE_FOLDER = 'environment';

/**
 * Computes the SHA-256 digest of everything that determines an environment apart from the two
 * commits: each script (name, executable bit, bytes), whether it lies in `environment/` or RefBench adds
 * it, and the `environment` section of instance.yaml.
 * @throws RefbenchError kind `invalid-file`
 */
export async function recipeDigest(instanceDir: string): Promise<Digest> {
  return (await readRecipe(instanceDir)).digest;
}

/** Files that are only used at run time. Changing them does not require a new installation. */
const RUN_TIME_FILES = new Set([
  'run_tests',
  'test_command',
  'count_tests',
  'counter.mjs',
  'suite.json',
  'setup_system.sh',
  'install_system.sh',
]);

/** Like `recipeDigest`, for the files that `setup_shell.sh` can read. */
export async function setupDigest(instanceDir: string): Promise<Digest> {
  const { files } = await readRecipe(instanceDir);
  return digestOf({ files: files.filter(([name]) => !RUN_TIME_FILES.has(name)) });
}

/** Reads install_system.sh. Returns undefined if it is missing or does nothing. */
export async function systemScript(instanceDir: string): Promise<Buffer | undefined> {
  const path = join(instanceDir, RECIPE_FOLDER, 'install_system.sh');
  const bytes = await readFileWithin(instanceDir, path, MAX_SCRIPT_BYTES);
  return bytes === undefined || doesNothing(bytes.toString('utf8')) ? undefined : bytes;
}

/** Whether a script consists only of comments, blank lines and `set` options. */
export function doesNothing(script: string): boolean {
  return script
    .split('\n')
    .map((line) => line.trim())
    .every((line) => line === '' || line.startsWith('#') || /^set [-+][a-z -]*$/.test(line));
}

type RecipeFile = readonly [path: string, kind: 'file' | 'executable' | 'link', content: string];

/** The files that instance.yaml asks for and `environment/` lacks, by their names. */
export type AddedFiles = ReadonlyMap<
  string,
  { readonly bytes: Buffer; readonly executable: boolean }
>;

interface Recipe {
  /** See `recipeDigest`. */
  readonly digest: Digest;
  /** All scripts, sorted by their paths. */
  readonly files: readonly RecipeFile[];
  readonly added: AddedFiles;
}

/**
 * Reads the scripts in `environment/`, and adds those that instance.yaml asks for.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readRecipe(instanceDir: string): Promise<Recipe> {
  const { environment } = await readYamlFile(join(instanceDir, 'instance.yaml'), instanceSchema);
  const folder = join(instanceDir, RECIPE_FOLDER);
  const own = new Map((await ownFiles(folder)).map((file) => [file[0], file]));
  const added = new Map<string, { bytes: Buffer; executable: boolean }>();
  for (const [name, { bytes, executable, what }] of await providedFiles(environment)) {
    const present = own.get(name);
    if (bytes === undefined) {
      // An exported instance brings what an older RefBench may lack.
      if (present !== undefined) continue;
      throw new RefbenchError({
        kind: 'invalid-file',
        message: `${join(instanceDir, 'instance.yaml')}: this RefBench does not have ${what}`,
        hint: 'use a version that exists (docker/README.md lists them), or update RefBench',
      });
    }
    const file: RecipeFile = [name, executable ? 'executable' : 'file', sha256OfBytes(bytes)];
    if (present === undefined) added.set(name, { bytes, executable });
    else if (present[1] !== file[1] || present[2] !== file[2]) {
      throw new RefbenchError({
        kind: 'invalid-file',
        message: `${join(folder, name)} is not ${what}, which instance.yaml asks for`,
        hint: 'remove the file, or the entry in the section "environment" of instance.yaml',
      });
    }
    own.set(name, file);
  }
  // Sorted by code units, because the digest must not depend on the order of the file system.
  const files = [...own.values()].sort(([left], [right]) => compareText(left, right));
  return { digest: digestOf({ files, environment }), files, added };
}

async function ownFiles(folder: string): Promise<readonly RecipeFile[]> {
  // The folder itself is mounted into containers, so it must not be a link to another place.
  await resolveWithin(dirname(folder), folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (cause: unknown) => {
      throw invalid(folder, 'the folder cannot be read', cause);
    },
  );
  const files = await Promise.all(
    entries
      .filter((entry) => !entry.isDirectory())
      .map(async (entry): Promise<RecipeFile> => {
        const path = join(entry.parentPath, entry.name);
        const name = relative(folder, path);
        if (entry.isSymbolicLink()) {
          await resolveWithin(folder, path);
          return [name, 'link', await readlink(path)];
        }
        if (!entry.isFile()) throw invalid(path, 'it is neither a file nor a link');
        const executable = ((await stat(path)).mode & 0o111) !== 0;
        return [name, executable ? 'executable' : 'file', sha256OfBytes(await readFile(path))];
      }),
  );
  if (!files.some(([name]) => name === 'setup_shell.sh')) {
    throw invalid(folder, 'setup_shell.sh is missing');
  }
  return files;
}

function invalid(path: string, reason: string, cause?: unknown): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${reason}`,
    hint: 'correct the environment of this instance',
    cause,
  });
}
