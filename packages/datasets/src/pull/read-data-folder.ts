import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFiles } from './data-files.ts';
import { FileCollector } from './file-collector.ts';

/** Folders of a checkout that are large and no part of a data set. */
const PARTS = ['instances', 'rules', 'package.json'];

/**
 * Reads a data set from a folder with `instances/` and `rules/`.
 * @throws RefbenchError kind `invalid-file`
 */
export async function readDataFolder(root: string): Promise<DataFiles> {
  const collector = new FileCollector(root);
  const visit = async (path: string): Promise<void> => {
    const place = join(root, path);
    const info = await lstat(place);
    if (info.isDirectory()) {
      collector.admit(path, 'directory', 0);
      for (const name of (await readdir(place)).toSorted()) await visit(`${path}/${name}`);
      return;
    }
    const kind = info.isFile() ? 'file' : info.isSymbolicLink() ? 'symlink' : 'special';
    const admitted = collector.admit(path, kind, info.size);
    if (admitted === undefined) return;
    collector.add(admitted, {
      bytes: await readFile(place),
      executable: (info.mode & 0o100) !== 0,
    });
  };
  const names = await readdir(root);
  for (const part of PARTS.filter((one) => names.includes(one))) await visit(part);
  return collector.files;
}
