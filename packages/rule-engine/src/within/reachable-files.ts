import { extensionOf, isSameFamily, stemOf } from '../languages/language-families.ts';
import type { ImportingFile, NewFile } from './languages/import-finder.ts';
import { importsOf, isBuildFile } from './imports.ts';
import type { PairedTree } from '../tree/tree-pair.ts';

/**
 * Finds the new files that code of base imports, directly or through other new files. Imports are
 * resolved by name, without the settings of a build; `imports.ts` has the rules of each language.
 * @param tree the tree with the new files
 * @param added paths that base lacks
 * @param renamed those of them that base had under another path
 * @returns the renamed and the imported files
 */
export async function reachableFiles(
  tree: PairedTree,
  added: ReadonlySet<string>,
  renamed: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const targets: NewFile[] = [];
  for await (const { path, bytes } of tree.read((one) => added.has(one))) {
    targets.push({ path, text: bytes.toString('utf8') });
  }
  const reached = new Set(renamed);
  const open = new Map(
    targets.filter(({ path }) => !reached.has(path)).map((one) => [one.path, one]),
  );
  const queue = targets.filter(({ path }) => reached.has(path));
  const follow = (file: ImportingFile): void => {
    for (const target of importsOf(file, [...open.values()])) {
      open.delete(target.path);
      reached.add(target.path);
      queue.push(target);
    }
  };
  // Files without any of these names import none of the new files, so they need no closer look.
  const names = [...new Set([...open.keys()].flatMap(namesOf))].map((name) => Buffer.from(name));
  const stems = new Set([...open.keys()].map(stemOf));
  const extensions = new Set([...open.keys()].map(extensionOf));
  const mayImport = (path: string): boolean =>
    !added.has(path) &&
    (isBuildFile(path) ||
      [...extensions].some((extension) => isSameFamily(extension, extensionOf(path))));
  for await (const { path, bytes } of tree.read(mayImport)) {
    if (open.size === 0) break;
    if (needsNoName(path, stems) || names.some((name) => bytes.includes(name))) {
      follow({ path, text: bytes.toString('utf8') });
    }
  }
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) follow(next);
  return reached;
}

/** Go files use names of their package without an import, and a header belongs to its source file. */
function needsNoName(path: string, stems: ReadonlySet<string>): boolean {
  return path.endsWith('.go') || stems.has(stemOf(path));
}

/** The names by which an import may refer to a file: its own, or that of its folder. */
function namesOf(path: string): readonly string[] {
  const folder = path.split('/').at(-2);
  return folder === undefined ? [stemOf(path)] : [stemOf(path), folder];
}
