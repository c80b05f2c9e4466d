import { displayPath, type BytePath, type Repository, type Tree } from '@refbench/repos';
import {
  findFunctions,
  readSources,
  type FileFunctions,
  type FoundFunction,
} from '@refbench/rule-engine';
import { isSourcePath } from './source-paths.ts';

/** A function of a tree, and its file. */
export interface TreeFunction {
  readonly name: string;
  readonly path: string;
  readonly file: FileFunctions;
  readonly found: FoundFunction;
}

/**
 * Returns all functions in the project's own sources, without tests, in the order of the tree.
 * @param faults whether to list the faults of value of each function
 */
export async function sourceFunctions(
  repository: Repository,
  tree: Tree,
  faults = false,
): Promise<readonly TreeFunction[]> {
  const paths = [...tree.keys()].filter((path) => isSourcePath(displayPath(path)));
  const functions: TreeFunction[] = [];
  for await (const file of findFunctions(readSources(repository, tree, paths), faults)) {
    for (const found of file.functions) {
      functions.push({ name: found.name, path: file.path, file, found });
    }
  }
  return functions;
}

/** Maps display paths to the bytes of paths in the tree. */
export function pathsByText(tree: Tree): ReadonlyMap<string, BytePath> {
  return new Map([...tree.keys()].map((path) => [displayPath(path), path]));
}
