import { posix } from 'node:path';
import type { ImportFinder } from './import-finder.ts';
import { withoutExtension } from './source-words.ts';

const MODULE =
  /(?:#\[path\s*=\s*"([^"\n]+)"\]\s*)?^[ \t]*(?:pub(?:\([^)]*\))?[ \t]+)?mod[ \t]+(\w+)[ \t]*;/gm;

/** Files whose modules are beside them. The modules of other files are in a folder of their name. */
const ROOTS = new Set(['mod', 'lib', 'main', 'build']);

/** `mod name;`, because every file of a crate must be declared. */
export const rustImports: ImportFinder = ({ path, text }) => {
  const folder = posix.dirname(path);
  const name = posix.basename(withoutExtension(path));
  const parent = ROOTS.has(name) ? folder : posix.join(folder, name);
  const files = new Set(
    [...text.matchAll(MODULE)].flatMap(([, named, module = '']) =>
      named === undefined
        ? [posix.join(parent, `${module}.rs`), posix.join(parent, module, 'mod.rs')]
        : [posix.join(folder, named)],
    ),
  );
  return ({ path: target }) => files.has(target);
};
