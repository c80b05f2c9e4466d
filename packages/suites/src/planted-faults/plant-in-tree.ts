import type { Repository, StoredFile, Tree, WorkingFile } from '@refbench/repos';
import { plantFaults } from '@refbench/rule-engine';
import { pathsByText, type TreeFunction } from './source-functions.ts';

/** Returns the tree with a fault at the beginning of each of these functions. */
export async function plantInTree(
  repository: Repository,
  tree: Tree,
  functions: readonly TreeFunction[],
): Promise<Tree> {
  const paths = pathsByText(tree);
  const planted = new Map<string, string>();
  for (const { path, file } of functions) {
    const bytes = paths.get(path);
    if (bytes === undefined || planted.has(bytes)) continue;
    const own = functions.filter((one) => one.path === path).map(({ found }) => found);
    planted.set(bytes, plantFaults(file, own));
  }
  async function* files(): AsyncGenerator<WorkingFile | StoredFile> {
    for (const [path, { mode, oid }] of tree) {
      const text = planted.get(path);
      if (text === undefined || mode === '160000') yield { path, mode, oid };
      else yield { path, mode, bytes: Buffer.from(text) };
    }
  }
  return await repository.readTree(await repository.writeTree(files()));
}
