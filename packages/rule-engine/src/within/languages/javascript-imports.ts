import { posix } from 'node:path';
import type { ImportFinder } from './import-finder.ts';
import { endsWithPath, withoutExtension } from './source-words.ts';

const SPECIFIER = /\b(?:from|import|require)\s*\(?\s*(['"`])([^'"`\n]+)\1/g;

/** `import`, `export ... from`, `import()` and `require()`. A path alias is resolved by its end. */
export const javascriptImports: ImportFinder = ({ path, text }) => {
  const specifiers = [...text.matchAll(SPECIFIER)].map(([, , specifier = '']) => specifier);
  const folder = posix.dirname(path);
  return ({ path: target }) => specifiers.some((one) => resolves(one, folder, target));
};

function resolves(specifier: string, folder: string, target: string): boolean {
  const name = withoutExtension(target);
  const isIndex = posix.basename(name) === 'index';
  const names = isIndex ? [name, posix.dirname(name)] : [name];
  const [path = ''] = specifier.split('?');
  if (/^\.{1,2}(?:\/|$)/.test(path)) {
    const wanted = posix.join(folder, path).replace(/\/$/, '');
    return wanted === target || names.some((one) => one === wanted || one === plain(wanted));
  }
  const alias = /^(?:[@~#]?\/)(.+)$/.exec(path)?.[1];
  if (alias !== undefined) return names.some((one) => endsWithPath(one, plain(alias)));
  const parts = plain(path).split('/');
  // A single name is a package: of this project if a folder with that name has this index.
  if (parts.length === 1 || (parts.length === 2 && path.startsWith('@'))) {
    const own = posix.dirname(name).replace(/\/(?:src|lib)$/, '');
    return isIndex && endsWithPath(own, parts.at(-1) ?? '');
  }
  const tails = parts.length > 2 ? [parts, parts.slice(1)] : [parts];
  return names.some((one) => tails.some((tail) => endsWithPath(one, tail.join('/'))));
}

/** Specifiers name the compiled file, e.g. `./a.js` for `a.ts`. Other dots belong to the name. */
function plain(path: string): string {
  return path.replace(/\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/, '');
}
