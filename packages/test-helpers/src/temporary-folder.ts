import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder that is removed when it is disposed. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/**
 * Creates a temporary folder.
 * @param prefix - The first characters of its name. The default contains a space, so that tests notice
 *   missing quotes.
 */
export async function temporaryFolder(prefix = 'refbench test '): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Creates a temporary folder with files by relative path. It is removed when it is disposed. */
export async function folderOf(
  files: Readonly<Record<string, string | Buffer>>,
): Promise<TemporaryFolder> {
  const folder = await temporaryFolder('refbench-test-');
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), content);
  }
  return folder;
}
