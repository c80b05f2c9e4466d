import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Repository, Tree } from '@refbench/repos';
import { guardDisk } from '@refbench/base';

/**
 * Writes the files of a tree into an empty folder, without a git folder, so that a container can mount
 * it. Every user can read them. Submodules are left out.
 * @throws RefbenchError kind `disk` if the files cannot be written
 */
export async function writeBaseTree(
  repository: Repository,
  tree: Tree,
  folder: string,
): Promise<void> {
  const entries = [...tree].filter(([, { mode }]) => mode !== '160000');
  // Links come last, so that no file is written through one.
  const ordered = [
    ...entries.filter(([, { mode }]) => mode !== '120000'),
    ...entries.filter(([, { mode }]) => mode === '120000'),
  ];
  const made = new Set(['.']);
  let next = 0;
  for await (const { bytes } of repository.readBlobs(ordered.map(([, { oid }]) => oid))) {
    const [path, { mode }] = ordered[next++] ?? raiseShort();
    await guardDisk(folder, async () => {
      await makeParents(folder, posix.dirname(path), made);
      const place = placeOf(folder, path);
      if (mode === '120000') await symlink(bytes, place);
      else {
        await writeFile(place, bytes, { flag: 'wx' });
        await chmod(place, 0o644);
      }
    });
  }
}

/** Creates folders with their modes, which must not depend on the mask of the process. */
async function makeParents(folder: string, path: string, made: Set<string>): Promise<void> {
  if (made.has(path)) return;
  await makeParents(folder, posix.dirname(path), made);
  await mkdir(placeOf(folder, path));
  await chmod(placeOf(folder, path), 0o755);
  made.add(path);
}

/** Names may be any bytes, so paths are buffers. */
function placeOf(folder: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path, 'latin1')]);
}

function raiseShort(): never {
  throw new Error('more blobs were read than asked for');
}
