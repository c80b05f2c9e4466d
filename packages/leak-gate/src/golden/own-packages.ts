import type { Instance } from '@refbench/contracts';
import { displayPath, type Repository, type Tree } from '@refbench/repos';
import {
  isPackageMetadata,
  MAX_METADATA_BYTES,
  readPackageMetadata,
} from '../packages/package-metadata.ts';
import type { Ecosystem, PackageIdentity } from '../packages/package-identity.ts';
import { compareVersions } from './version-order.ts';

/** The packages that the repository of the instance publishes. */
export interface OwnPackages {
  /** `owner/name`, lower case. */
  readonly repository: string;
  /** When golden was committed; undefined if unknown. */
  readonly goldenAt: Date | undefined;
  readonly packages: ReadonlyMap<string, OwnPackage>;
}

interface OwnPackage {
  /**
   * Whether a manifest at the root of the tree names the package. Other manifests may be samples with
   * names of foreign packages.
   */
  readonly atRoot: boolean;
  readonly baseVersions: readonly string[];
  readonly goldenVersions: readonly string[];
}

/** The relation of a package in an image to the repository. */
export type OwnPackageVerdict =
  | { readonly kind: 'other' }
  /** It is not later than base, or it was released before the golden commit. */
  | {
      readonly kind: 'earlier';
      /** Whether its version is lower, or its date earlier. Base's own version may be released after golden. */
      readonly isOlder: boolean;
    }
  | { readonly kind: 'later'; readonly than: string }
  /** The versions cannot be compared, so its lines decide. */
  | { readonly kind: 'unclear' };

/** Ecosystems in which names are addresses and therefore unique. */
const ADDRESSED: ReadonlySet<Ecosystem> = new Set(['go', 'maven']);

export async function ownPackages(
  instance: Instance,
  repository: Repository,
  goldenAt: Date | undefined,
): Promise<OwnPackages> {
  const packages = new Map<string, OwnPackage>();
  for (const side of ['base', 'golden'] as const) {
    const tree = await repository.readTree(instance[side]);
    for (const { path, identity } of await manifestsOf(repository, tree)) {
      const known = packages.get(keyOf(identity));
      const versions = identity.version === undefined ? [] : [identity.version];
      packages.set(keyOf(identity), {
        atRoot: !path.includes('/') || known?.atRoot === true,
        baseVersions: [...(known?.baseVersions ?? []), ...(side === 'base' ? versions : [])],
        goldenVersions: [...(known?.goldenVersions ?? []), ...(side === 'golden' ? versions : [])],
      });
    }
  }
  return { repository: instance.repository.name.toLowerCase(), goldenAt, packages };
}

async function manifestsOf(
  repository: Repository,
  tree: Tree,
): Promise<readonly { readonly path: string; readonly identity: PackageIdentity }[]> {
  const paths = new Map(
    [...tree]
      .map(([path, { oid }]) => ({ path: displayPath(path), oid }))
      .filter(({ path }) => isPackageMetadata(path) && !/(^|\/)(node_modules|vendor)\//.test(path))
      .map(({ path, oid }) => [path, oid] as const),
  );
  const contents = new Map<string, Buffer>();
  for await (const { oid, bytes } of repository.readBlobs(new Set(paths.values()))) {
    if (bytes.length <= MAX_METADATA_BYTES) contents.set(oid, bytes);
  }
  return [...paths].flatMap(([path, oid]) => {
    const bytes = contents.get(oid);
    const identity = bytes === undefined ? undefined : readPackageMetadata(path, bytes);
    return identity === undefined ? [] : [{ path, identity }];
  });
}

/**
 * Determines whether the repository publishes a package. If so, compares its time with the golden
 * commit or, if that is unknown, its version with base.
 */
export function judgePackage(own: OwnPackages, found: PackageIdentity): OwnPackageVerdict {
  const known = own.packages.get(keyOf(found));
  const namesUs = found.homes.some((home) => namesRepository(home, own.repository));
  const isOwn =
    namesUs || (known !== undefined && (known.atRoot || ADDRESSED.has(found.ecosystem)));
  if (!isOwn) return { kind: 'other' };
  const { goldenAt } = own;
  const releasedAt = found.releasedAt ?? pseudoVersionTime(found.version);
  if (releasedAt !== undefined && goldenAt !== undefined) {
    const later = releasedAt.getTime() >= goldenAt.getTime();
    return later
      ? { kind: 'later', than: goldenAt.toISOString() }
      : { kind: 'earlier', isOlder: true };
  }
  const { version } = found;
  if (version === undefined || known === undefined) return { kind: 'unclear' };
  const ofBase = known.baseVersions.map((base) => ({
    base,
    order: compareVersions(version, base),
  }));
  const comparable = ofBase.filter(({ order }) => order !== undefined);
  if (comparable.some(({ order }) => (order ?? 0) <= 0)) {
    return { kind: 'earlier', isOlder: comparable.every(({ order }) => (order ?? 0) < 0) };
  }
  const [first] = comparable;
  if (first !== undefined) return { kind: 'later', than: first.base };
  const asGolden = known.goldenVersions.includes(version);
  return asGolden ? { kind: 'later', than: 'golden itself' } : { kind: 'unclear' };
}

export function keyOf({ ecosystem, name }: Pick<PackageIdentity, 'ecosystem' | 'name'>): string {
  return `${ecosystem} ${name}`;
}

/** Whether a URL refers to the repository, on any server or as `github:owner/name`. */
function namesRepository(address: string, repository: string): boolean {
  const path = address
    .toLowerCase()
    .replace(/[#?].*$/, '')
    .replace(/\/(?:tree|blob|issues|releases|wiki|actions|discussions|pulls|compare)(?:\/.*)?$/, '')
    .replace(/\/$/, '')
    .replace(/\.git$/, '');
  return path === repository || path.endsWith(`/${repository}`) || path.endsWith(`:${repository}`);
}

/** Reads the commit time in a version such as `v0.0.0-20210102150405-abcdef123456`. */
function pseudoVersionTime(version: string | undefined): Date | undefined {
  const stamp = /[.-](\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)-[0-9a-f]{12}/.exec(version ?? '');
  if (stamp === null) return undefined;
  const [, year, month, day, hour, minute, second] = stamp;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
