import { posix } from 'node:path';
import { extensionOf, stemOf } from '../languages/language-families.ts';
import type { ImportFinder, ImportingFile, NewFile } from './languages/import-finder.ts';
import { goImports } from './languages/go-imports.ts';
import { includes } from './languages/c-imports.ts';
import { javaImports } from './languages/java-imports.ts';
import { javascriptImports } from './languages/javascript-imports.ts';
import { pythonImports } from './languages/python-imports.ts';
import { rustImports } from './languages/rust-imports.ts';
import { isMentioned, withoutComments } from './languages/source-words.ts';

const LANGUAGES: readonly (readonly [extensions: string, finder: ImportFinder])[] = [
  ['js jsx mjs cjs ts tsx mts cts vue svelte astro', javascriptImports],
  ['py pyi pyx', pythonImports],
  ['go', goImports],
  ['java kt kts groovy scala', javaImports],
  ['rs', rustImports],
  ['c h cc cpp cxx hh hpp hxx inl ipp tpp cu cuh m mm', includes],
];

const FINDERS: ReadonlyMap<string, ImportFinder> = new Map(
  LANGUAGES.flatMap(([extensions, finder]) =>
    extensions.split(' ').map((extension) => [extension, finder] as const),
  ),
);

/** Files that name the sources of a program or its entry points. */
const BUILD_FILES = new Set(
  'package.json CMakeLists.txt Makefile makefile GNUmakefile meson.build BUILD BUILD.bazel'.split(
    ' ',
  ),
);

/** Whether a file names sources that are built without an import. */
export function isBuildFile(path: string): boolean {
  return BUILD_FILES.has(posix.basename(path)) || path.endsWith('.cmake');
}

/** Returns the new files that a file imports. Comments do not import anything. */
export function importsOf(
  { path, text }: ImportingFile,
  targets: readonly NewFile[],
): readonly NewFile[] {
  const file = { path, text: withoutComments(path, text) };
  if (isBuildFile(path)) {
    return targets.filter((target) => isListed(file, target.path));
  }
  const finders = new Map<ImportFinder, (target: NewFile) => boolean>();
  return targets.filter((target) => {
    const finder = FINDERS.get(extensionOf(target.path));
    // Other languages are treated alike: the name of the file must occur.
    if (finder === undefined) return isMentioned(file.text, stemOf(target.path));
    const imports = finders.get(finder) ?? finder(file);
    finders.set(finder, imports);
    return imports(target);
  });
}

/** Whether a build file contains the path of a file relative to its folder, or its name. */
function isListed({ path, text }: ImportingFile, target: string): boolean {
  const folder = posix.dirname(path);
  if (folder !== '.' && !target.startsWith(`${folder}/`)) return false;
  return isMentioned(text, posix.relative(folder, target));
}
