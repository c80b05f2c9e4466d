import { shellQuote } from '@refbench/base';
import type { Adjustments } from '../draft/adjustments.ts';
import type { Reason } from '../draft/recipe-draft.ts';
import { REPORTER_NODE } from '../draft/recipe-of.ts';
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
  /** Whether packages that cannot be had are left out. The manifests then differ from the lock file. */
  readonly incomplete: boolean;
}

/** Variables that say which packages are left out (docker/recipes/12/missing-packages.mjs). */
const WITHOUT = ['REFBENCH_WITHOUT_GIT', 'REFBENCH_WITHOUT_PACKAGES'] as const;

/** Whether packages that cannot be had are left out of the manifests. */
export function leavesOut({ variables }: Pick<Adjustments, 'variables'>): boolean {
  return WITHOUT.some((name) => name in variables);
}

/** In old releases of lerna, the command has no such option. Without a lock file, none is written. */
const BOOTSTRAP = `{
  export npm_config_package_lock=false
  node_modules/.bin/lerna bootstrap --no-ci --ignore-scripts || node_modules/.bin/lerna bootstrap ||
    echo 'dependencies: lerna could not prepare all packages'
}`;

/** Adds to a command that installs what links the packages of the repository, if the manager does not. */
function withBootstrap(command: string, { lerna }: Situation): string {
  return lerna ? `{ ${command}; } && ${BOOTSTRAP}` : command;
}

/**
 * Installs in the tree itself, once per set of manifests. A stamp inside node_modules identifies the
 * set. If an offline installation fails, the previous one is kept.
 * @param commands - Installs exactly what the lock file says, or, where packages are left out, what is in it.
 */
export function installInTree(
  commands: { readonly exact: string; readonly partial: string },
  lockFiles: readonly string[],
  situation: Situation,
): Pick<PackageManager, 'shell' | 'programs'> {
  if (!situation.incomplete) {
    return {
      shell: installOnce(withBootstrap(commands.exact, situation), lockFiles),
      programs: [],
    };
  }
  const partial = shellQuote(withBootstrap(commands.partial, situation));
  const program = '"$(dirname "${BASH_SOURCE[0]}")/without-packages.mjs"';
  return {
    shell: `export refbench_offline
${installOnce(`${REPORTER_NODE} ${program} ${partial} ${lockFiles.join(' ')}`, lockFiles)}`,
    programs: ['missing-packages.mjs', 'without-packages.mjs'],
  };
}

function installOnce(command: string, lockFiles: readonly string[]): string {
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
