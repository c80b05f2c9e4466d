import { pythonName, unescapeGoPath } from './package-metadata.ts';
import { isEditableWheel } from './installed-in-place.ts';
import type { PackageIdentity } from './package-identity.ts';

/** The published package that contains a path. */
export interface PackagePlace {
  /** Equal for all files of one copy of the package. */
  readonly root: string;
  /** The identity of the package according to the path. */
  readonly identity: PackageIdentity | undefined;
}

type Reader = (match: RegExpExecArray) => PackageIdentity | undefined;

/** Paths where package managers install packages. A pattern matches at its last occurrence. */
const PLACES: readonly { readonly pattern: RegExp; readonly read: Reader }[] = [
  {
    pattern: /^.*\/node_modules\/((?:@[^/@]+\/)?[^/@.][^/]*)(?=\/)/,
    read: ([, name = '']) => identity('npm', name),
  },
  {
    pattern: /^.*\/(?:site|dist)-packages\/([^/]+?)(?:\.py|-([^/-]+)\.(?:dist|egg)-info)?(?=\/|$)/,
    read: ([, name = '', version]) => identity('python', pythonName(name), version),
  },
  {
    pattern: /^.*\/archive-v\d+\/[^/]+\/([^/]+?)(?:\.py|-([^/-]+)\.dist-info)?(?=\/|$)/,
    read: ([, name = '', version]) => identity('python', pythonName(name), version),
  },
  {
    // Where uv unpacks and builds what a registry has as source alone.
    pattern: /^.*\/sdists-v\d+\/(?:pypi|index\/[^/]+)\/([^/]+)\/([^/]+)\/[^/]+(?=\/)/,
    read: ([, name = '', version]) => identity('python', pythonName(name), version),
  },
  {
    pattern: /^.*\/cache\/download\/(.+)\/@v\/(v[^/]+?)\.(?:zip|mod|info|ziphash)/,
    read: ([, name = '', version]) => identity('go', unescapeGoPath(name), version),
  },
  {
    pattern: /^.*\/pkg\/mod\/(?!cache\/)(.+?)@(v[^/]+)(?=\/|$)/,
    read: ([, name = '', version]) => identity('go', unescapeGoPath(name), version),
  },
  {
    pattern:
      /^.*\/registry\/(?:src|cache)\/[^/]+\/([A-Za-z][\w-]*?)-(\d[^/]*?)(?:\.crate)?(?=[/!]|$)/,
    read: ([, name = '', version]) => identity('cargo', name, version),
  },
  {
    pattern: /^.*\/\.m2\/repository\/(.+)\/([^/]+)\/(\d[^/]*|[^/]*\d[^/]*)\/\2-\3[^/!]*/,
    read: ([, group = '', artifact = '', version]) =>
      identity('maven', `${group.replaceAll('/', '.')}:${artifact}`, version),
  },
  {
    pattern: /^.*\/modules-2\/files-2\.1\/([^/]+)\/([^/]+)\/([^/]+)\/[^/]+\/[^/!]+/,
    read: ([, group = '', artifact = '', version]) =>
      identity('maven', `${group}:${artifact}`, version),
  },
];

/** Package identities in archive names: `name-1.2.3.tgz`, `name-1.2.3-py3-none-any.whl`. */
const ARCHIVE = /(?:^|\/)([^/!]+?)-v?(\d[^/!]*?)(-[^/!]*)?\.(tgz|tar\.gz|whl|crate|jar|zip)(?=!|$)/;

/** Returns the package of a path; undefined if it is not in a package or a package archive. */
export function packagePlace(path: string): PackagePlace | undefined {
  const rooted = `/${path}`;
  for (const { pattern, read } of PLACES) {
    const match = pattern.exec(rooted);
    if (match !== null) return { root: match[0], identity: read(match) };
  }
  const end = rooted.indexOf('!');
  if (end < 0) return undefined;
  return { root: rooted.slice(0, end), identity: archiveIdentity(rooted) };
}

function archiveIdentity(path: string): PackageIdentity | undefined {
  const match = ARCHIVE.exec(path);
  if (match === null) return undefined;
  const [, name = '', version, tags = '', extension] = match;
  if (isEditableWheel(tags)) return undefined;
  if (extension === 'whl') return identity('python', pythonName(name), version);
  if (extension === 'crate') return identity('cargo', name, version);
  return extension === 'tgz' ? identity('npm', name, version) : undefined;
}

function identity(
  ecosystem: PackageIdentity['ecosystem'],
  name: string,
  version?: string,
): PackageIdentity {
  return { ecosystem, name, version, homes: [] };
}
