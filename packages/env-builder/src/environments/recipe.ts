import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { instanceSchema, RefbenchError, type Digest } from '@refbench/contracts';
import {
  digestOf,
  readFileWithin,
  readYamlFile,
  resolveWithin,
  sha256OfBytes,
} from '@refbench/files';

const MAX_SCRIPT_BYTES = 10_000_000;

/** The folder of an instance that holds its scripts. */
export const RECIPE_FOLDER = 'environment';

/**
 * SHA-256 of everything that decides what an environment is, apart from the two commits: each file
 * of `environment/` (name, executable or not, bytes), and the `environment` section of instance.yaml.
 * @throws RefbenchError kind `invalid-file`
 */
export async function recipeDigest(instanceDir: string): Promise<Digest> {
  const instance = await readYamlFile(join(instanceDir, 'instance.yaml'), instanceSchema);
  const files = await recipeFiles(join(instanceDir, RECIPE_FOLDER));
  return digestOf({ files, environment: instance.environment });
}

/** What a run alone reads, so that a change of it costs no new installation. */
const NOT_OF_THE_SETUP = new Set([
  'run_tests',
  'test_command',
  'count_tests',
  'setup_system.sh',
  'install_system.sh',
]);

/** As `recipeDigest`, of what `setup_shell.sh` may read. */
export async function setupDigest(instanceDir: string): Promise<Digest> {
  const files = await recipeFiles(join(instanceDir, RECIPE_FOLDER));
  return digestOf({ files: files.filter(([name]) => !NOT_OF_THE_SETUP.has(name)) });
}

/** install_system.sh, or undefined where it is missing or does nothing. */
export async function systemScript(instanceDir: string): Promise<Buffer | undefined> {
  const path = join(instanceDir, RECIPE_FOLDER, 'install_system.sh');
  const bytes = await readFileWithin(instanceDir, path, MAX_SCRIPT_BYTES);
  return bytes === undefined || doesNothing(bytes.toString('utf8')) ? undefined : bytes;
}

/** True for a script of comments, blank lines and `set` options alone. */
export function doesNothing(script: string): boolean {
  return script
    .split('\n')
    .map((line) => line.trim())
    .every((line) => line === '' || line.startsWith('#') || /^set [-+][a-z -]*$/.test(line));
}

type RecipeFile = readonly [path: string, kind: 'file' | 'executable' | 'link', content: string];

async function recipeFiles(folder: string): Promise<readonly RecipeFile[]> {
  // The folder itself is mounted into containers.
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
    throw invalid(folder, 'there is no setup_shell.sh');
  }
  // Code-unit order: a digest must not depend on the file system's.
  return files.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
}

function invalid(path: string, reason: string, cause?: unknown): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path}: ${reason}`,
    hint: 'correct the environment of this instance',
    cause,
  });
}
