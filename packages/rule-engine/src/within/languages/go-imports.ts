import { posix } from 'node:path';
import type { ImportFinder } from './import-finder.ts';
import { endsWithPath, isMentioned, withoutComments } from './source-words.ts';

const IMPORT_BLOCK = /^import\s*(?:\(([\s\S]*?)\)|(.+))$/gm;
const DECLARATION = /^(?:func|type|var|const)\s+([A-Za-z_]\w*)/gm;

/** Imports name a folder. A file of the same folder is used if one of its names occurs. */
export const goImports: ImportFinder = ({ path, text }) => {
  const paths = [...text.matchAll(IMPORT_BLOCK)].flatMap(([, block = '', single = '']) =>
    [...`${block}\n${single}`.matchAll(/"([^"\n]+)"/g)].map(([, one = '']) => one),
  );
  const folder = posix.dirname(path);
  return (target) => {
    const own = posix.dirname(target.path);
    if (own === folder) {
      const code = withoutComments(target.path, target.text);
      return [...code.matchAll(DECLARATION)].some(([, name = '']) => isMentioned(text, name));
    }
    return own !== '.' && paths.some((one) => endsWithPath(one, own));
  };
};
