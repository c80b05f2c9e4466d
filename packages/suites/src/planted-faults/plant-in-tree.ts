import type { Repository, StoredFile, Tree, WorkingFile } from '@refbench/repos';
import { plantFaults, plantValueFaults, type ValueFault } from '@refbench/rule-engine';
import { pathsByText, type TreeFunction } from './source-functions.ts';

/** A fault in one function of a tree: a fault of value, or a crash at its beginning. */
export interface Planting {
  readonly function: TreeFunction;
  readonly fault: ValueFault | 'crash';
}

/**
 * Returns the tree with these faults.
 * @param message what a crash says. Code under test must not know it.
 */
export async function plantInTree(
  repository: Repository,
  tree: Tree,
  plantings: readonly Planting[],
  message?: string,
): Promise<Tree> {
  const paths = pathsByText(tree);
  const planted = new Map<string, string>();
  for (const { function: one } of plantings) {
    const bytes = paths.get(one.path);
    if (bytes === undefined || planted.has(bytes)) continue;
    const own = plantings.filter((planting) => planting.function.path === one.path);
    planted.set(bytes, textWith(own, message));
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

/** The text of one file with its faults. Crashes are left out in a file that gets faults of value. */
function textWith(plantings: readonly Planting[], message: string | undefined): string {
  const [first] = plantings;
  if (first === undefined) throw new RangeError('there is no fault to plant');
  const { file } = first.function;
  const faults = plantings.flatMap(({ fault }) => (fault === 'crash' ? [] : [fault]));
  if (faults.length > 0) return plantValueFaults(file.text, faults);
  return plantFaults(
    file,
    plantings.map(({ function: { found } }) => found),
    message,
  );
}
