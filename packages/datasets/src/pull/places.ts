import { join } from 'node:path';
import type { Digest } from '@refbench/contracts';
import type { Workspace } from '@refbench/workspace';
import type { DataFiles } from './data-files.ts';
import type { DataSetFiles } from './data-set-files.ts';
import { filesDigest } from './folder-digest.ts';

/** A file or folder of a data set, which is installed as a whole. */
export interface Place {
  /** `instances/<name>` or `rules/<name>`, whatever the folders of the workspace are called. */
  readonly name: string;
  readonly path: string;
  readonly digest: Digest;
  /** The files of a folder, or one file with an empty path. */
  readonly files: DataFiles;
}

/** Where a name of a place is in a workspace. */
export function pathOfPlace(
  { instancesDir, rulesDir }: Pick<Workspace, 'instancesDir' | 'rulesDir'>,
  name: string,
): string {
  const [kind, ...rest] = name.split('/');
  return join(kind === 'rules' ? rulesDir : instancesDir, ...rest);
}

/**
 * Lists what to install, in the order in which it is written: rules before instances, because an
 * instance is listed as soon as its folder exists.
 */
export function placesOf(set: DataSetFiles, workspace: Workspace): readonly Place[] {
  const place = (name: string, files: DataFiles): Place => ({
    name,
    path: pathOfPlace(workspace, name),
    digest: filesDigest(files),
    files,
  });
  const rules = [...set.rules].filter(([id]) => set.instances.has(id));
  return [
    ...rules.map(([id, files]) => place(`rules/${id}`, files)),
    ...[...set.instances].map(([id, files]) => place(`instances/${id}`, files)),
    ...[...set.described].map(([name, file]) => place(`instances/${name}`, new Map([['', file]]))),
  ];
}
