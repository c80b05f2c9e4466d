// Names of files that npm does not pack. The package contracts has them, too, for whoever unpacks.
import { readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const PACKED_NAMES = { '.gitignore': '_gitignore', 'package.json': '_package.json' };

/** Gives the files below a folder names that npm packs. */
export function usePackedNames(folder) {
  for (const path of readdirSync(folder, { recursive: true })) {
    const name = PACKED_NAMES[basename(path)];
    if (name !== undefined) renameSync(join(folder, path), join(folder, dirname(path), name));
  }
}
