import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { guardDisk, makeOwnedFolder, sweepOwnedFolders } from '@refbench/base';
import { checkObjects } from './check-objects.ts';

/** A temporary bare repository that borrows objects. Its files are created without running git. */
export interface ScratchRepository extends AsyncDisposable {
  readonly gitDir: string;
  /** Adds a folder for object lookup. It is never written. @throws RefbenchError kind `repository` */
  borrowFrom(objectsDir: string): Promise<void>;
  /** Returns a path for a temporary index. */
  newIndexFile(): string;
}

const BARE_CONFIG = '[core]\n\trepositoryformatversion = 0\n\tbare = true\n';

export async function createScratchRepository(cacheDir: string): Promise<ScratchRepository> {
  const folder = resolve(cacheDir, 'scratch');
  // Everything that shares the cache finds the leases there.
  await sweepOwnedFolders(folder, cacheDir, false);
  const owned = await makeOwnedFolder(folder, cacheDir);
  const gitDir = owned.path;
  await makeBareRepository(gitDir);
  return {
    gitDir,
    async borrowFrom(objectsDir) {
      await checkObjects(objectsDir);
      await guardDisk(gitDir, () =>
        writeFile(join(gitDir, 'objects', 'info', 'alternates'), `${resolve(objectsDir)}\n`),
      );
    },
    newIndexFile: () => join(gitDir, `index.${randomBytes(6).toString('hex')}`),
    [Symbol.asyncDispose]: () => owned[Symbol.asyncDispose](),
  };
}

/** Does not use `git init`, which would read templates and needs a process. */
export async function makeBareRepository(gitDir: string): Promise<void> {
  await guardDisk(gitDir, async () => {
    await mkdir(join(gitDir, 'objects', 'info'), { recursive: true });
    await mkdir(join(gitDir, 'objects', 'pack'), { recursive: true });
    await mkdir(join(gitDir, 'refs'), { recursive: true });
    await writeFile(join(gitDir, 'config'), BARE_CONFIG);
    await writeFile(join(gitDir, 'HEAD'), 'ref: refs/heads/main\n');
  });
}
