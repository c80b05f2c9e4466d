import { join } from 'node:path';
import { makeOwnedFolder, countOf } from '@refbench/base';
import type { Dataset, Digest } from '@refbench/contracts';
import type { Workspace } from '@refbench/workspace';
import { validateDataset } from '../card/validate-dataset.ts';
import { refused } from './data-files.ts';
import type { DataSetFiles } from './data-set-files.ts';
import { placesOf } from './places.ts';
import { writePlace } from './write-place.ts';

/** A data set whose content is what its card says. */
export interface CheckedDataset {
  readonly dataset: Dataset;
  readonly digest: Digest;
  readonly instances: number;
}

/**
 * Checks a data set as `dataset validate` does, in a folder of its own that is removed afterwards: the
 * digest in its card, and the files of every instance.
 * @param isOpen whether an SPDX expression names an open licence
 * @throws RefbenchError kind `invalid-file` with every problem
 */
export async function checkArrival(
  set: DataSetFiles,
  options: {
    readonly source: string;
    readonly workspace: Workspace;
    readonly isOpen: (licence: string) => boolean;
    readonly signal: AbortSignal;
  },
): Promise<CheckedDataset> {
  const { source, workspace, isOpen, signal } = options;
  const { stateDir } = workspace;
  await using folder = await makeOwnedFolder(join(stateDir, 'arriving'), stateDir);
  const staged = {
    ...workspace,
    instancesDir: join(folder.path, 'instances'),
    rulesDir: join(folder.path, 'rules'),
  };
  for (const { path, files } of placesOf(set, staged)) await writePlace(path, files);
  const validation = await validateDataset(staged, { isOpen, compareCommits: false, signal });
  const { dataset, digest, instances, problems } = validation;
  if (problems.length > 0 || dataset === null || digest === null) {
    const lines = problems.map(({ subject, problem }) => `  ${subject}: ${problem}`);
    const whole = [`it is not valid (${countOf(problems.length, 'problem')}):`, ...lines].join(
      '\n',
    );
    throw refused(source, whole.replaceAll(`${folder.path}/`, ''));
  }
  const { manifest } = set;
  if (manifest !== undefined && manifest.version !== dataset.version) {
    throw refused(
      source,
      `${manifest.name}@${manifest.version} contains version ${dataset.version} of ${dataset.name}`,
    );
  }
  return { dataset, digest, instances };
}
