import { posix } from 'node:path';
import type { ImportFinder } from './import-finder.ts';
import { endsWithPath, withoutExtension } from './source-words.ts';

const FROM = /^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|.+)$/gm;
const IMPORT = /^[ \t]*import[ \t]+(.+)$/gm;

/** Folders from which absolute imports of a single name are resolved. */
const ROOTS = new Set(['.', 'src', 'lib']);

/** A module as a path: exact if the import was relative, otherwise the end of a path. */
interface Module {
  readonly path: string;
  readonly exact: boolean;
}

/** `import a.b` and `from .a import b`. Importing a module also runs its packages. */
export const pythonImports: ImportFinder = ({ path, text }) => {
  const folder = posix.dirname(path);
  const modules = [...text.matchAll(IMPORT)].flatMap(([, list = '']) =>
    list.split(',').flatMap((item) => absolute(item.trim().split(/\s+/)[0] ?? '')),
  );
  for (const [, dots = '', module = '', list = ''] of text.matchAll(FROM)) {
    const names = list
      .replaceAll(/[()]/g, '')
      .split(',')
      .map((item) => item.trim().split(/\s+/)[0] ?? '')
      .filter((name) => /^\w+$/.test(name));
    const dotted = [module, ...names.map((name) => (module === '' ? name : `${module}.${name}`))];
    const from = dots === '' ? undefined : posix.join(folder, '../'.repeat(dots.length - 1));
    for (const one of dotted) {
      if (from === undefined) modules.push(...absolute(one));
      else modules.push({ path: posix.join(from, one.replaceAll('.', '/')), exact: true });
    }
  }
  return ({ path: target }) => {
    const name = withoutExtension(target);
    const module = posix.basename(name) === '__init__' ? posix.dirname(name) : name;
    return modules.some((one) => isModule(one, module, folder));
  };
};

function absolute(dotted: string): readonly Module[] {
  const parts = dotted.split('.').filter((part) => part !== '');
  return parts.map((_, index) => ({ path: parts.slice(0, index + 1).join('/'), exact: false }));
}

function isModule({ path, exact }: Module, module: string, folder: string): boolean {
  if (exact) return posix.normalize(path).replace(/\/$/, '') === module;
  if (path.includes('/')) return endsWithPath(module, path);
  const parent = posix.dirname(module);
  return posix.basename(module) === path && (parent === folder || ROOTS.has(parent));
}
