import { dirname, join } from 'node:path';
import { isObjectId } from '../git/object-id.ts';
import { readRegularFile } from '../sources/check-objects.ts';

/** Of all packed references. */
const MAX_REFS_BYTES = 64 * 2 ** 20;

/**
 * The commit that a repository's HEAD names, read from its files: no git runs with a configuration
 * that is not ours. Undefined for an unborn branch, or for a store of refs that is not files.
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

/** Where a shallow clone's history ends; empty for a whole one. */
export async function shallowCommits(objectsDir: string): Promise<string> {
  return readText(join(dirname(objectsDir), 'shallow'));
}

async function readText(path: string): Promise<string> {
  return (await readRegularFile(path, MAX_REFS_BYTES)) ?? '';
}
