import { constants } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKED_NAMES } from '@refbench/contracts';
import { errorCode, guardDisk, makeFolder } from '@refbench/base';
import { addBundledInstance } from './bundled-instance.ts';

const TEMPLATE = fileURLToPath(new URL('../../template', import.meta.url));

/**
 * Turns a folder into a workspace with template files, the bundled instance and its rules. Existing
 * files are kept.
 * @returns the paths that were added, relative to the folder
 * @throws RefbenchError kind `disk` if the folder cannot be written
 */
export async function makeWorkspace(folder: string): Promise<readonly string[]> {
  const entries = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(TEMPLATE.length + 1))
    .sort();
  const added: string[] = [];
  for (const file of files) {
    const name = PACKED_NAMES[file] ?? file;
    const path = join(folder, name);
    await makeFolder(dirname(path));
    if (await guardDisk(path, () => copyNew(join(TEMPLATE, file), path))) added.push(name);
  }
  const [instancesDir, rulesDir] = [join(folder, 'instances'), join(folder, 'rules')];
  const copied = await addBundledInstance({ instancesDir, rulesDir });
  return [...added, ...copied.map((path) => path.slice(folder.length + 1))];
}

/** Copies a file unless the target exists. Returns whether it was copied. */
async function copyNew(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}
