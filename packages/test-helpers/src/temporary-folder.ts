import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
