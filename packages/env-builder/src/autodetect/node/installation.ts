import type { Reason } from '../draft/recipe-draft.ts';
import type { TreeView } from '../draft/tree-view.ts';
import type { PackageJson } from './package-json.ts';

/** How node_modules of a tree is installed. */
export interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun';
  readonly reason: Reason;
  /** Commands that install the package manager as root; undefined if the image contains it. */
  readonly install: string | undefined;
  /** Files that determine the installed packages, in addition to package.json. */
  readonly lockFiles: readonly string[];
  /** Lines of setup_shell.sh. */
  readonly shell: string;
  readonly programs: readonly string[];
}

/** What decides how packages are installed. */
export interface Situation {
  readonly view: TreeView;
  readonly manifest: PackageJson;
  readonly workspaces: boolean;
  /** Whether lerna links the packages of the repository, because the package manager does not. */
  readonly lerna: boolean;
  readonly committedAt: Date;
  readonly installScripts: boolean;
  readonly undated: boolean;
  /** The major version of Node in the image. */
  readonly node: number;
  /** Packages that tests call and no manifest lists. */
  readonly added: readonly string[];
}

/** In old releases of lerna, the command has no such option. Without a lock file, none is written. */
const BOOTSTRAP = `{
  export npm_config_package_lock=false
  node_modules/.bin/lerna bootstrap --no-ci --ignore-scripts || node_modules/.bin/lerna bootstrap ||
    echo 'dependencies: lerna could not prepare all packages'
}`;

/** Adds to a command that installs what links the packages of the repository, if the manager does not. */
export function withBootstrap(command: string, { lerna }: Situation): string {
  return lerna ? `{ ${command}; } && ${BOOTSTRAP}` : command;
}

/**
 * Installs in the tree itself, once per set of manifests. A stamp inside node_modules identifies the
 * set. If an offline installation fails, the previous one is kept.
 */
export function installInTree(command: string, lockFiles: readonly string[]): string {
  return `
refbench_stamp=$({ find . -name node_modules -prune -o -name package.json -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
  sha256sum ${lockFiles.join(' ')} 2>/dev/null; } | sha256sum)
if [ "$(cat node_modules/.refbench-stamp 2>/dev/null)" != "$refbench_stamp" ]; then
  if { ${command}; } </dev/null >&2; then
    printf '%s\\n' "$refbench_stamp" >node_modules/.refbench-stamp
  else
    echo 'dependencies: not everything could be installed' >&2
    [ "\${REFBENCH_WARM:-}" != 1 ]
  fi
fi
`;
}
