import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readRegularFile } from '../git/check-objects.ts';

/** The maximum size of a file that contains the path of a folder. */
const MAX_NAME_BYTES = 65_536;

/** Returns the objects folder of a normal, bare or linked repository; undefined if there is none. */
export async function findObjectsDir(path: string): Promise<string | undefined> {
  const gitDir = (await isFolder(path)) ? await findGitDir(path) : undefined;
  if (gitDir === undefined) return undefined;
  const common = (await readRegularFile(join(gitDir, 'commondir'), MAX_NAME_BYTES)) ?? '.';
  const objectsDir = join(resolve(gitDir, common.trim()), 'objects');
  return (await isFolder(objectsDir)) ? objectsDir : undefined;
}

async function findGitDir(path: string): Promise<string | undefined> {
  const dotGit = join(path, '.git');
  if (await isFolder(dotGit)) return dotGit;
  // A linked work tree or a submodule has a file with the path of the folder.
  const link = await readRegularFile(dotGit, MAX_NAME_BYTES);
  const target = /^gitdir: (.+)/.exec(link ?? '')?.[1];
  if (target !== undefined) return resolve(path, target.trim());
  const isBare = (await isFile(join(path, 'HEAD'))) && (await isFolder(join(path, 'objects')));
  return isBare ? path : undefined;
}

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
}
