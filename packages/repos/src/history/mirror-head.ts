import { dirname, join } from 'node:path';
import { isObjectId } from '../git/object-id.ts';
import { readRegularFile } from '../git/check-objects.ts';

/** The maximum size of the packed references. */
const MAX_REFS_BYTES = 64 * 2 ** 20;

/**
 * Reads the commit of a repository's HEAD from its files, so that git does not run with an untrusted
 * configuration. Returns undefined for an unborn branch or if references are not stored in files.
 */
export async function headCommit(objectsDir: string): Promise<string | undefined> {
  const gitDir = dirname(objectsDir);
  const head = (await readText(join(gitDir, 'HEAD'))).trim();
  if (isObjectId(head)) return head;
  const ref = /^ref: (refs\/[^\0]+)$/.exec(head)?.[1];
  if (ref === undefined || ref.split('/').includes('..')) return undefined;
  const loose = (await readText(join(gitDir, ref))).trim();
  if (isObjectId(loose)) return loose;
  const packed = (await readText(join(gitDir, 'packed-refs'))).split('\n');
  return packed
    .find((line) => line.slice(41) === ref && isObjectId(line.slice(0, 40)))
    ?.slice(0, 40);
}

/** Returns the boundary commits of a shallow clone; empty for a complete clone. */
export async function shallowCommits(objectsDir: string): Promise<string> {
  return readText(join(dirname(objectsDir), 'shallow'));
}

async function readText(path: string): Promise<string> {
  return (await readRegularFile(path, MAX_REFS_BYTES)) ?? '';
}
