import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpengrepRule, SourceFile } from '../../rule/rule.ts';
import { writeInside } from '../process/scratch-folder.ts';

/** Files of a batch that one run of the program scans. */
export interface Placement {
  readonly folder: string;
  /** Maps the index of a file to its path in the folder. */
  readonly paths: ReadonlyMap<number, string>;
}

export interface PlacedFiles {
  readonly placements: readonly Placement[];
  /** Maps the index of a file that could not be written to the reason. */
  readonly refused: ReadonlyMap<number, string>;
}

/**
 * Writes files below a folder with their own paths. Files of several trees with the same path go to
 * the folders `0`, `1` and so on, which are scanned together unless a glob of a rule could match
 * these folders.
 */
export async function placeFiles(
  folder: string,
  files: readonly SourceFile[],
  rules: readonly OpengrepRule[],
): Promise<PlacedFiles> {
  const seen = new Map<string, number>();
  const layers: Map<number, string>[] = [];
  const refused = new Map<number, string>();
  for (const [index, file] of files.entries()) {
    const layer = seen.get(file.path) ?? 0;
    seen.set(file.path, layer + 1);
    const reason = await writeInto(join(folder, String(layer)), file);
    if (reason !== undefined) refused.set(index, reason);
    else (layers[layer] ??= new Map()).set(index, file.path);
  }
  const apart = layers.length < 2 || rules.some(({ pathGlobs }) => pathGlobs.some(seesFolders));
  const placements = apart
    ? layers.map((paths, layer) => ({ folder: join(folder, String(layer)), paths }))
    : [{ folder, paths: new Map(layers.flatMap(withPrefix)) }];
  return { placements, refused };
}

function withPrefix(
  paths: ReadonlyMap<number, string>,
  layer: number,
): readonly (readonly [number, string])[] {
  return [...paths].map(([index, path]) => [index, `${layer}/${path}`] as const);
}

async function writeInto(folder: string, file: SourceFile): Promise<string | undefined> {
  await mkdir(folder, { recursive: true });
  return await writeInside(folder, file);
}

/**
 * Whether a glob can match the added folder. A glob may start at any folder of a path, so only a glob
 * whose first component is neither `**` nor fixed text can match `0`. A component with a dot cannot.
 */
function seesFolders(glob: string): boolean {
  const [first = ''] = glob.replace(/^\.?\//, '').split('/');
  return first !== '**' && /[*?[{\\\d]/.test(first) && !first.includes('.');
}
