import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { errorCode, guardDisk } from '../files/disk-error.ts';
import { makeFolder } from '../files/make-folder.ts';

/**
 * Returns the identity of a state folder, which is created once. A path is not enough, because two
 * containers may have different folders at the same path.
 * @throws RefbenchError kind `disk` or `invalid-file`
 */
export async function stateId(stateDir: string): Promise<string> {
  const path = join(stateDir, 'id');
  const known = await readId(path);
  if (known !== undefined) return known;
  await makeFolder(stateDir);
  const id = randomBytes(8).toString('hex');
  const temporary = `${path}.${id}`;
  await guardDisk(path, () => writeFile(temporary, `${id}\n`));
  try {
    // Creating a hard link is atomic: of two processes, the second uses the id of the first.
    await link(temporary, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return (await readId(path)) ?? id;
}

async function readId(path: string): Promise<string | undefined> {
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  if (/^[0-9a-f]{16}$/.test(text)) return text;
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${path} does not contain the id of a state folder`,
    hint: 'remove the file while nothing runs; containers of killed runs are then found with `refbench gc --all`',
  });
}
