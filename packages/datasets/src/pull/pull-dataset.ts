import { join, resolve } from 'node:path';
import { makeFolder, makeOwnedFolder, withLock } from '@refbench/base';
import { instanceIdSchema, RefbenchError, type Dataset, type Digest } from '@refbench/contracts';
import type { Workspace } from '@refbench/workspace';
import { checkArrival } from './check-arrival.ts';
import { dataSource, PUBLISHED_DATASET } from './data-source.ts';
import { dataSetFiles, type DataSetFiles } from './data-set-files.ts';
import { installPlaces } from './install-places.ts';
import { readInstalled, writeInstalled } from './installed-file.ts';
import { downloadPackage } from './npm-package.ts';
import { placesOf } from './places.ts';
import { planInstall } from './plan-install.ts';
import { readDataArchive } from './read-data-archive.ts';
import { readDataCommit } from './read-data-commit.ts';
import { readDataFolder } from './read-data-folder.ts';

export interface PullOptions {
  readonly workspace: Workspace;
  /** `NAME[@VERSION]`, a folder, an archive, or `REPOSITORY@COMMIT`. Default: the published instances. */
  readonly from?: string | undefined;
  /** Whether files of another version that nobody changed are replaced. */
  readonly replace: boolean;
  /** Whether an SPDX expression names an open licence. */
  readonly isOpen: (licence: string) => boolean;
  readonly onProgress: (line: string) => void;
  readonly signal: AbortSignal;
}

/** What a pull did. */
export interface PulledDataset {
  readonly dataset: Dataset;
  readonly digest: Digest;
  readonly source: string;
  /** Ids of the instances by what was done with them. */
  readonly added: readonly string[];
  readonly kept: readonly string[];
  readonly replaced: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Fetches a data set, checks it, and installs it in the folders of a workspace. Nothing is written there
 * before everything was checked.
 * @throws RefbenchError kinds `usage`, `repository` if it cannot be fetched, `invalid-file` if it is not
 *   what its card says, `disk`
 */
export async function pullDataset(options: PullOptions): Promise<PulledDataset> {
  const { workspace, onProgress, signal } = options;
  await makeFolder(workspace.stateDir);
  const { set, source, integrity } = await fetchDataset(options);
  onProgress(`checking ${set.instances.size} instances`);
  const checked = await checkArrival(set, { ...options, source });
  signal.throwIfAborted();
  const { dataset, digest } = checked;
  const lock = join(workspace.stateDir, 'dataset-pull.lock');
  return await withLock(lock, 'the installation of a data set', async () => {
    const before = await readInstalled(workspace.instancesDir);
    const places = placesOf(set, workspace);
    const plan = await planInstall(workspace, places, before);
    if (plan.replace.length + plan.remove.length > 0 && !options.replace) {
      throw new RefbenchError({
        kind: 'usage',
        message: `${before?.name ?? ''} ${before?.version ?? ''} is installed, and ${dataset.name} ${dataset.version} differs from it`,
        hint: 'add --replace, or pull into other folders with --instances-dir and --rules-dir',
      });
    }
    await installPlaces(workspace, plan);
    await writeInstalled(workspace.instancesDir, {
      schema: 1,
      name: dataset.name,
      version: dataset.version,
      digest,
      source,
      ...(integrity === undefined ? {} : { integrity }),
      installed_at: new Date().toISOString(),
      places: Object.fromEntries(places.map((place) => [place.name, place.digest])),
    });
    return {
      dataset,
      digest,
      source,
      added: idsOf(plan.add.map(({ name }) => name)),
      kept: idsOf(plan.keep.map(({ name }) => name)),
      replaced: idsOf(plan.replace.map(({ name }) => name)),
      removed: idsOf(plan.remove),
    };
  });
}

interface Fetched {
  readonly set: DataSetFiles;
  readonly source: string;
  readonly integrity?: string;
}

async function fetchDataset(options: PullOptions): Promise<Fetched> {
  const { workspace, from = PUBLISHED_DATASET, onProgress, signal } = options;
  const { stateDir, mirror } = workspace;
  const source = await dataSource(from);
  switch (source.kind) {
    case 'folder':
      return { set: dataSetFiles(await readDataFolder(from), from), source: resolve(from) };
    case 'archive':
      return { set: dataSetFiles(await readDataArchive(from), from), source: resolve(from) };
    case 'commit': {
      const cacheDir = join(stateDir, 'repositories');
      const files = await readDataCommit(from, { mirror, cacheDir });
      return { set: dataSetFiles(files, from), source: `commit ${from}` };
    }
    case 'npm': {
      onProgress(`downloading ${from} with npm`);
      await using folder = await makeOwnedFolder(join(stateDir, 'arriving'), stateDir);
      const { archive, name, version, integrity } = await downloadPackage(
        source,
        folder.path,
        signal,
      );
      const spec = `npm ${name}@${version}`;
      const files = await readDataArchive(archive, spec);
      return { set: dataSetFiles(files, spec), source: spec, integrity };
    }
  }
}

function idsOf(names: readonly string[]): readonly string[] {
  const last = names.map((name) => name.split('/')[1] ?? '');
  const ids = last.filter((name) => instanceIdSchema.safeParse(name).success);
  return [...new Set(ids)].sort();
}
