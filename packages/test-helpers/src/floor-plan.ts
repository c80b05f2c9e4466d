import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** One import statement: the importing file and what it names. */
export interface Import {
  /** Relative to the root of the project, e.g. `packages/repos/src/open-tree.ts`. */
  readonly from: string;
  /** The specifier as it is written. */
  readonly to: string;
}

const STATEMENT =
  /^\s*(?:import|export)\b(?:[^'";]*?\bfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)|^\} from '([^']+)'/gm;
const SOURCE = /\.(?:ts|tsx|mts)$/;

/** Returns the imports of all TypeScript files below folders of the project. */
export function importsOf(root: string, folders: readonly string[]): readonly Import[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => SOURCE.test(name))
      .flatMap((name) => {
        const path = join(root, folder, name);
        return importsIn(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8'));
      }),
  );
}

/** Returns the imports in the text of one file. */
export function importsIn(from: string, text: string): readonly Import[] {
  return [...text.matchAll(STATEMENT)].map(([, plain, dynamic, spread]) => ({
    from,
    to: plain ?? dynamic ?? spread ?? '',
  }));
}

/** Returns the layers of a table with the columns layer and package, by name of the package. */
export function layersOf(table: string): ReadonlyMap<string, number> {
  return new Map(
    [...table.matchAll(/^\| (\d+) \| `([a-z-]+)` \|/gm)].map(([, layer, name]) => [
      name ?? '',
      Number(layer),
    ]),
  );
}

/** Returns a sentence for each import of a package that does not lie on a lower layer. */
export function upwardImports(
  layers: ReadonlyMap<string, number>,
  imports: readonly { readonly package: string; readonly imports: string }[],
): readonly string[] {
  return imports.flatMap(({ package: from, imports: to }) => {
    const [here, there] = [layers.get(from), layers.get(to)];
    if (here !== undefined && there !== undefined && there < here) return [];
    return [`${from} (layer ${here ?? 'unknown'}) imports ${to} (layer ${there ?? 'unknown'})`];
  });
}

/** Returns groups of folders that import each other, directly or through other folders. */
export function folderCircles(imports: readonly Import[]): readonly (readonly string[])[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    if (!to.startsWith('.')) continue;
    const [here, there] = [dirname(from), dirname(join(dirname(from), to))];
    if (here === there) continue;
    const known = next.get(here);
    if (known === undefined) next.set(here, new Set([there]));
    else known.add(there);
  }
  const reached = new Map([...next.keys()].map((folder) => [folder, reachable(next, folder)]));
  const circles = new Map<string, readonly string[]>();
  for (const [folder, others] of reached) {
    if (!others.has(folder)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(folder) === true).sort();
    circles.set(circle.join(' '), circle);
  }
  return [...circles.values()];
}

function reachable(
  next: ReadonlyMap<string, ReadonlySet<string>>,
  start: string,
): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...(next.get(start) ?? [])];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    open.push(...(next.get(folder) ?? []));
  }
  return found;
}
