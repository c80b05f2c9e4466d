import { isMissing, type Submodule } from '../draft/submodules.ts';
import type { TreeView } from '../draft/tree-view.ts';
import { libraryPackages } from './libraries.ts';

/** The program that fills the folder of a submodule from packages of the distribution. */
export const LIBRARY_SUBMODULE = 'library-submodule.sh';

/** Packages of libraries that are used by their headers, or by the targets of their CMake package. */
const USED_BY_HEADERS: ReadonlySet<string> = new Set([
  'catch2',
  'doctest-dev',
  'libcxxopts-dev',
  'libeigen3-dev',
  'libfmt-dev',
  'librange-v3-dev',
  'nlohmann-json3-dev',
  'rapidjson-dev',
]);

export interface LibrarySubmodule {
  readonly path: string;
  readonly packages: readonly string[];
}

/** The name of a submodule's library, as build files know it. */
export function libraryName({ name, url = '' }: Submodule): string {
  return /\bnlohmann\/json(?:\.git)?$/.test(url) ? 'nlohmann_json' : name;
}

/** The submodules whose libraries the distribution has, as far as they are used by their headers. */
export function librarySubmodules(
  submodules: readonly Submodule[],
  base: TreeView,
): readonly LibrarySubmodule[] {
  return submodules.flatMap((submodule) => {
    const packages = libraryPackages([libraryName(submodule)]);
    const fits = packages.length > 0 && packages.every((one) => USED_BY_HEADERS.has(one));
    return fits && isMissing(base, submodule) ? [{ path: submodule.path, packages }] : [];
  });
}

/** Lines of setup_shell.sh that fill these folders where they are empty. */
export function fillLibraries(submodules: readonly LibrarySubmodule[]): string {
  const program = `"$(dirname -- "\${BASH_SOURCE[0]}")/${LIBRARY_SUBMODULE}"`;
  return submodules
    .map(({ path, packages }) => `bash ${program} ${[path, ...packages].join(' ')} || return 1\n`)
    .join('');
}
