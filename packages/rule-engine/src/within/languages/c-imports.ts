import { posix } from 'node:path';
import { extensionOf, stemOf } from '../../languages/language-families.ts';
import type { ImportFinder } from './import-finder.ts';
import { endsWithPath } from './source-words.ts';

const INCLUDE = /^[ \t]*#[ \t]*(?:include|import)[ \t]*["<]([^">\n]+)[">]/gm;
const isHeader = (path: string): boolean => /^(?:h|hh|hpp|hxx|cuh)$/.test(extensionOf(path));

/** `#include`. A header also uses the source file with its name, which implements it. */
export const includes: ImportFinder = ({ path, text }) => {
  const folder = posix.dirname(path);
  const names = [...text.matchAll(INCLUDE)].map(([, name = '']) => name);
  return ({ path: target }) => {
    if (isHeader(path) && !isHeader(target) && stemOf(path) === stemOf(target)) return true;
    return names.some(
      (name) =>
        posix.join(folder, name) === target ||
        endsWithPath(target, posix.normalize(name).replace(/^(?:\.\.\/)+/, '')),
    );
  };
};
