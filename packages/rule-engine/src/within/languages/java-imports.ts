import { posix } from 'node:path';
import type { ImportFinder } from './import-finder.ts';
import { endsWithPath, isMentioned, withoutExtension } from './source-words.ts';

const IMPORT =
  /^[ \t]*import[ \t]+(?:static[ \t]+)?([\w.]+?)(\.[*_])?(?:[ \t]+as[ \t]+\w+)?[ \t]*;?[ \t]*$/gm;

/** `import a.b.C`. A class of the same or a wholly imported package is used if its name occurs. */
export const javaImports: ImportFinder = ({ path, text }) => {
  const imports = [...text.matchAll(IMPORT)].map(([, name = '', all]) => ({
    path: name.replaceAll('.', '/'),
    isAll: all !== undefined,
  }));
  const folder = posix.dirname(path);
  return ({ path: target }) => {
    const name = withoutExtension(target);
    const own = posix.dirname(target);
    const isPackage =
      own === folder || imports.some((one) => one.isAll && endsWithPath(own, one.path));
    if (isPackage && isMentioned(text, posix.basename(name))) return true;
    // The last part of a static import is a member, and so is the star after a class.
    return imports.some(
      (one) => endsWithPath(name, one.path) || endsWithPath(name, posix.dirname(one.path)),
    );
  };
};
