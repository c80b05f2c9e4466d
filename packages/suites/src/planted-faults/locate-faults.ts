import type { PlantedFault } from '@refbench/contracts';
import type { TreeFunction } from './source-functions.ts';

/**
 * Locates the functions of a fault in a tree: those with its name in its file; else those with its
 * name in the only file that has any; else the only one with the same last part of the name, for a
 * method that moved to another class. Returns an empty list if there is none, or more than one
 * file.
 */
export function locateFault(
  { name, path }: Pick<PlantedFault, 'name' | 'path'>,
  functions: readonly TreeFunction[],
): readonly TreeFunction[] {
  const named = functions.filter((one) => one.name === name);
  const inPlace = named.filter((one) => one.path === path);
  if (inPlace.length > 0) return inPlace;
  if (named.length > 0) return ofOneFile(named);
  const last = lastPart(name);
  const similar = functions.filter((one) => lastPart(one.name) === last);
  return similar.length === 1 ? similar : [];
}

/** Overloads are in one file. Functions with the same name in several files are different. */
function ofOneFile(functions: readonly TreeFunction[]): readonly TreeFunction[] {
  return new Set(functions.map(({ path }) => path)).size === 1 ? functions : [];
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
