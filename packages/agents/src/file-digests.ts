import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { sha256OfBytes } from '@refbench/base';

/** Returns `[path, kind, digest]` of every file in a directory, in code-unit order. */
export async function fileDigests(directory: string): Promise<readonly unknown[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
    .sort((left, right) => (left.path < right.path ? -1 : 1));
  return await Promise.all(
    paths.map(async ({ entry, path }) => {
      const name = path.slice(directory.length);
      if (entry.isSymbolicLink()) return [name, 'link', await readlink(path)];
      if (!entry.isFile()) {
        throw new RefbenchError({
          kind: 'usage',
          message: `the agent directory contains ${path}, which is not a file, a folder or a link`,
          hint: 'remove it',
        });
      }
      const executable = ((await stat(path)).mode & 0o111) !== 0;
      return [name, executable ? 'executable' : 'file', sha256OfBytes(await readFile(path))];
    }),
  );
}
