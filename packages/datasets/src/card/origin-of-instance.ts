import type { Instance } from '@refbench/contracts';
import { displayPath, type Repository } from '@refbench/repos';
import type { CatalogEntry } from '@refbench/instances';
import { openInstanceRepository } from '@refbench/instances';
import type { Workspace } from '@refbench/workspace';

/** Where the code of an instance comes from. */
export interface InstanceOrigin {
  /** Web page of the golden commit, or the URL of the repository. Null for a bundled repository. */
  readonly link: string | null;
  /** Date of golden: YYYY-MM-DD in UTC. */
  readonly committed: string;
  /** SPDX id. */
  readonly licence: string;
  /** Path of the licence on base. Null if no file has a usual name. */
  readonly licenceFile: string | null;
  /** Web page of that file. */
  readonly licenceLink: string | null;
}

/** Reads the date and the licence file of an instance from its repository. */
export async function originOfInstance(
  workspace: Workspace,
  entry: CatalogEntry,
  signal: AbortSignal,
): Promise<InstanceOrigin> {
  const { base, golden, licence } = entry.instance;
  await using repository = await openInstanceRepository({ workspace, entry, signal });
  const { committedAt } = await repository.readCommit(golden);
  const licenceFile = await licenceFileOf(repository, base);
  const page = pageOf(entry.instance);
  return {
    link: page === undefined ? (entry.instance.repository.url ?? null) : `${page}/commit/${golden}`,
    committed: committedAt.toISOString().slice(0, 10),
    licence,
    licenceFile,
    licenceLink:
      page === undefined || licenceFile === null
        ? null
        : `${page}/blob/${base}/${licenceFile.split('/').map(encodeURIComponent).join('/')}`,
  };
}

const LICENCE_FILE = /^(LICEN[CS]E|COPYING|UNLICENSE)([-.][A-Za-z0-9.-]+)?$/i;

/** The licence file in the top folder with the shortest name, such as LICENSE before LICENSE-docs. */
async function licenceFileOf(repository: Repository, base: string): Promise<string | null> {
  const names = [...(await repository.readTree(base)).keys()]
    .map(displayPath)
    .filter((name) => LICENCE_FILE.test(name))
    .toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));
  return names[0] ?? null;
}

/** Web page of a repository on GitHub; undefined for other places, whose pages differ. */
function pageOf({ repository: { url } }: Instance): string | undefined {
  return /^(https:\/\/github\.com\/[^/]+\/[^/]+?)(\.git)?\/?$/.exec(url ?? '')?.[1];
}
