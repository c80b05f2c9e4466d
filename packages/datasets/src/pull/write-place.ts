import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DataFiles } from './data-files.ts';

/** Writes a new folder of files; one file with an empty path is the place itself. */
export async function writePlace(place: string, files: DataFiles): Promise<void> {
  const folders = new Set([...files.keys()].map((path) => dirname(join(place, path))));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  for (const [path, { bytes, executable }] of files) {
    // The checks of a data set leave no link on the way, and nothing may exist here.
    await writeFile(join(place, path), bytes, { flag: 'wx', mode: executable ? 0o755 : 0o644 });
  }
}
