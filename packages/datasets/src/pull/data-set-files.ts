import { posix } from 'node:path';
import { instanceIdSchema, PACKED_NAMES } from '@refbench/contracts';
import { parseJson } from '@refbench/base';
import { z } from 'zod';
import { refused, type DataFiles } from './data-files.ts';

/** Files beside the instances that describe them together. */
const DATASET_FILES = ['dataset.yaml', 'README.md', 'sets.yaml'] as const;

/** The files of a data set, by where they belong in a workspace. */
export interface DataSetFiles {
  /** `dataset.yaml`, the card and the sets. */
  readonly described: DataFiles;
  /** The folder of each instance, and that of its rules, by id. */
  readonly instances: ReadonlyMap<string, DataFiles>;
  readonly rules: ReadonlyMap<string, DataFiles>;
  /** Name and version of the package that contains them. */
  readonly manifest: { readonly name: string; readonly version: string } | undefined;
}

const manifestSchema = z.object({ name: z.string(), version: z.string() });

/**
 * Finds the data set among the files of a source, which may lie in one folder of the source, and gives
 * files their names back that npm does not pack.
 * @throws RefbenchError kind `invalid-file` if there is no data set
 */
export function dataSetFiles(files: DataFiles, source: string): DataSetFiles {
  const root = rootOf(files, source);
  const manifestFile = files.get(`${root}package.json`);
  const manifest = manifestFile && parseJson(manifestFile.bytes.toString('utf8'), manifestSchema);
  const isPacked = manifest?.kind === 'valid';
  const folders = { instances: new Map<string, DataFiles>(), rules: new Map<string, DataFiles>() };
  for (const kind of ['instances', 'rules'] as const) {
    for (const [path, file] of files) {
      const start = `${root}${kind}/`;
      if (!path.startsWith(start)) continue;
      const [id = '', ...rest] = path.slice(start.length).split('/');
      if (rest.length === 0 || !instanceIdSchema.safeParse(id).success) continue;
      const inside = rest.join('/');
      const folder = new Map(folders[kind].get(id));
      folders[kind].set(id, folder.set(isPacked ? unpackedName(inside) : inside, file));
    }
  }
  const described = DATASET_FILES.flatMap((name) => {
    const file = files.get(`${root}instances/${name}`);
    return file === undefined ? [] : [[name, file] as const];
  });
  return {
    described: new Map(described),
    ...folders,
    manifest: manifest?.kind === 'valid' ? manifest.value : undefined,
  };
}

/** The folder with `instances/dataset.yaml`: empty, or with a slash at its end. */
function rootOf(files: DataFiles, source: string): string {
  const ending = 'instances/dataset.yaml';
  const [found] = [...files.keys()]
    .filter((path) => path === ending || path.endsWith(`/${ending}`))
    .toSorted((one, other) => one.length - other.length);
  if (found !== undefined) return found.slice(0, -ending.length);
  throw refused(source, `it contains no data set: there is no ${ending}`);
}

function unpackedName(path: string): string {
  const { dir, base } = posix.parse(path);
  return posix.join(dir, PACKED_NAMES[base] ?? base);
}
