import { shellQuote } from '../../builds/build-folder.ts';
import { REPORTER_NODE } from '../recipe-files.ts';
import type { Reason } from '../recipe-draft.ts';
import type { TreeView } from '../tree-view.ts';
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

interface Situation {
  readonly view: TreeView;
  readonly manifest: PackageJson;
  readonly workspaces: boolean;
  readonly committedAt: Date;
  readonly installScripts: boolean;
  readonly undated: boolean;
  /** The major version of Node in the image. */
  readonly node: number;
}

/**
 * Programs that install scripts would download and tests do not need. Their addresses are no
 * registries, so the download would fail. Native modules find Node's headers without one.
 */
const WITH_INSTALL_SCRIPTS = `export CHROMEDRIVER_SKIP_DOWNLOAD=true CYPRESS_INSTALL_BINARY=0 ELECTRON_SKIP_BINARY_DOWNLOAD=1
export GECKODRIVER_SKIP_DOWNLOAD=true HUSKY=0 HUSKY_SKIP_INSTALL=1 PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
export PUPPETEER_SKIP_CHROMIUM_DOWNLOAD=true PUPPETEER_SKIP_DOWNLOAD=true SENTRYCLI_SKIP_DOWNLOAD=1
export npm_config_nodedir=/usr/local
`;

/** Chooses the package manager, and lets install scripts run if they must. */
export async function choosePackageManager(situation: Situation): Promise<PackageManager> {
  const manager = await byFiles(situation);
  if (!situation.installScripts) return manager;
  return { ...manager, shell: WITH_INSTALL_SCRIPTS + manager.shell };
}

/** Chooses the package manager by `packageManager`, otherwise by the lock file, otherwise npm. */
async function byFiles(situation: Situation): Promise<PackageManager> {
  const { view, manifest } = situation;
  const named = /^(npm|pnpm|yarn|bun)@(\d+\.\d+\.\d+)/.exec(manifest.packageManager ?? '');
  const lock = ['pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'].find((name) =>
    view.has(name),
  );
  const byLock = lock === undefined ? 'npm' : lock.replace(/[-.].*/, '');
  const name = named?.[1] ?? byLock;
  const because =
    named === null
      ? lock === undefined
        ? view.has('package-lock.json')
          ? 'package-lock.json exists'
          : 'no lock file exists'
        : `${lock} exists`
      : `package.json packageManager = "${named[0]}"`;
  const reason = { choice: name, because };
  const version = named?.[2];
  switch (name) {
    case 'pnpm':
      return pnpm(situation, reason, version);
    case 'yarn':
      return yarn(situation, reason, version);
    case 'bun':
      return bun(situation, reason, version);
    default:
      return npm(situation, reason);
  }
}

function npm(situation: Situation, reason: Reason): PackageManager {
  const { view, workspaces, installScripts, committedAt, undated } = situation;
  const lockFiles = ['package-lock.json', 'npm-shrinkwrap.json'];
  const locked = lockFiles.some((name) => view.has(name));
  const day = committedAt.toISOString();
  // Without a lock file, ranges resolve to the versions of the time of the commit. Otherwise they
  // would change over time.
  const dated = locked || undated ? '' : `export npm_config_before=${day}\n`;
  const settings = `export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
export npm_config_ignore_scripts=${String(!installScripts)}
${dated}if [ "\${REFBENCH_WARM:-}" = 1 ]; then unset npm_config_offline; else export npm_config_offline=true; fi
`;
  if (workspaces) {
    return {
      name: 'npm',
      reason,
      install: undefined,
      lockFiles,
      shell:
        settings +
        installInTree(
          `npm ${locked ? 'ci' : 'install --no-package-lock'} --prefer-offline`,
          lockFiles,
        ),
      programs: [],
    };
  }
  return {
    name: 'npm',
    reason,
    install: undefined,
    lockFiles,
    // The program needs a newer Node than old images have. The npm that it starts is that of the image.
    shell: `${settings}
${situation.node < 16 ? REPORTER_NODE : 'node'} "$(dirname "\${BASH_SOURCE[0]}")/install-dependencies.mjs" >&2
`,
    programs: ['install-dependencies.mjs'],
  };
}

/** Each pnpm version reads only certain lock file versions. */
const PNPM_OF_LOCK: readonly (readonly [lockfileVersion: string, pnpm: string])[] = [
  ['5.3', '6.35.1'],
  ['5.4', '7.33.7'],
  ['6.0', '8.15.9'],
  ['6.1', '8.15.9'],
  ['9.0', '9.15.9'],
];

async function pnpm(
  situation: Situation,
  reason: Reason,
  named: string | undefined,
): Promise<PackageManager> {
  const lock = (await situation.view.read('pnpm-lock.yaml')) ?? '';
  const lockVersion = /^lockfileVersion:\s*'?([\d.]+)/m.exec(lock)?.[1] ?? '9.0';
  const version = named ?? PNPM_OF_LOCK.find(([of]) => of === lockVersion)?.[1] ?? '9.15.9';
  const scripts = situation.installScripts ? '' : ' --ignore-scripts';
  const lockFiles = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc'];
  return {
    name: 'pnpm',
    reason: { ...reason, because: `${reason.because}; pnpm ${version}` },
    install: `npm install --global --no-fund pnpm@${version}`,
    lockFiles,
    // pnpm must not replace itself with another version while offline. Packages lie next to the store,
    // so that their hard links survive and are recognised as third-party files.
    shell: `export npm_config_manage_package_manager_versions=false
export npm_config_virtual_store_dir=$HOME/.local/share/pnpm/packages
if [ "\${REFBENCH_WARM:-}" = 1 ]; then refbench_offline=; else refbench_offline=--offline; fi
${installInTree(`pnpm install --frozen-lockfile${scripts} $refbench_offline`, lockFiles)}`,
    programs: [],
  };
}

async function yarn(
  situation: Situation,
  reason: Reason,
  named: string | undefined,
): Promise<PackageManager> {
  const { view } = situation;
  const lock = (await view.read('yarn.lock')) ?? '';
  const settings = await view.read('.yarnrc.yml');
  const berry = lock.includes('__metadata:') || settings !== undefined;
  const lockFiles = ['yarn.lock', '.yarnrc', '.yarnrc.yml'];
  if (!berry) {
    const scripts = situation.installScripts ? '' : ' --ignore-scripts';
    return {
      name: 'yarn',
      reason: { ...reason, because: `${reason.because}; it has the format of yarn 1` },
      install: 'npm install --global --no-fund yarn@1.22.22',
      lockFiles,
      shell: `if [ "\${REFBENCH_WARM:-}" = 1 ]; then refbench_offline=; else refbench_offline=--offline; fi
${installInTree(`yarn install --frozen-lockfile --ignore-engines --non-interactive${scripts} $refbench_offline`, lockFiles)}`,
      programs: [],
    };
  }
  const bundled = /^yarnPath:\s*["']?([^\s"']+)/m.exec(settings ?? '')?.[1];
  const version = named ?? '4.9.2';
  const program = bundled === undefined ? 'yarn' : `node ${shellQuote(bundled)}`;
  return {
    name: 'yarn',
    reason: { ...reason, because: `${reason.because}; it has the format of yarn 2 and later` },
    install:
      bundled === undefined
        ? `npm install --global --no-fund @yarnpkg/cli-dist@${version}`
        : undefined,
    lockFiles,
    shell: `export YARN_ENABLE_TELEMETRY=0 YARN_ENABLE_GLOBAL_CACHE=1 YARN_ENABLE_SCRIPTS=${String(situation.installScripts)}
if [ "\${REFBENCH_WARM:-}" = 1 ]; then unset YARN_ENABLE_NETWORK; else export YARN_ENABLE_NETWORK=0; fi
${installInTree(`${program} install --immutable`, lockFiles)}`,
    programs: [],
  };
}

function bun(situation: Situation, reason: Reason, named: string | undefined): PackageManager {
  const version = named ?? '1.2.23';
  const lockFiles = ['bun.lock', 'bun.lockb', 'bunfig.toml'];
  const scripts = situation.installScripts ? '' : ' --ignore-scripts';
  return {
    name: 'bun',
    reason,
    install: `npm install --global --no-fund bun@${version}`,
    lockFiles,
    shell: installInTree(`bun install --frozen-lockfile${scripts}`, lockFiles),
    programs: [],
  };
}

/**
 * Installs in the tree itself, once per set of manifests. A stamp inside node_modules identifies the
 * set. If an offline installation fails, the previous one is kept.
 */
function installInTree(command: string, lockFiles: readonly string[]): string {
  return `
refbench_stamp=$({ find . -name node_modules -prune -o -name package.json -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
  sha256sum ${lockFiles.join(' ')} 2>/dev/null; } | sha256sum)
if [ "$(cat node_modules/.refbench-stamp 2>/dev/null)" != "$refbench_stamp" ]; then
  if ${command} </dev/null >&2; then
    printf '%s\\n' "$refbench_stamp" >node_modules/.refbench-stamp
  else
    echo 'dependencies: not everything could be installed' >&2
    [ "\${REFBENCH_WARM:-}" != 1 ]
  fi
fi
`;
}
