import { shellQuote } from '@refbench/base';
import type { Reason } from '../draft/recipe-draft.ts';
import { REPORTER_NODE } from '../draft/recipe-of.ts';
import { installInTree, type PackageManager, type Situation } from './installation.ts';
import { bun, pnpm, yarn } from './lock-managers.ts';

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

/** Scripts of packages do not run while they are installed. npm 6 would also run none of the project. */
const SCRIPTS_AGAIN = `
unset npm_config_ignore_scripts
`;

function npm(situation: Situation, reason: Reason): PackageManager {
  const { view, workspaces, installScripts, committedAt, undated, added } = situation;
  const lockFiles = ['package-lock.json', 'npm-shrinkwrap.json'];
  const locked = lockFiles.some((name) => view.has(name));
  const day = committedAt.toISOString();
  // Without a lock file, ranges resolve to the versions of the time of the commit. Otherwise they
  // would change over time. Without dates, only those are left out that do not run on this Node.
  const choice = undated ? 'REFBENCH_FITTING=1' : `npm_config_before=${day}`;
  const dated = locked ? '' : `export ${choice}\n`;
  const settings = `export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false
export npm_config_ignore_scripts=${String(!installScripts)}
${dated}if [ "\${REFBENCH_WARM:-}" = 1 ]; then unset npm_config_offline; else export npm_config_offline=true; fi
`;
  if (workspaces) {
    // npm 7 and later refuse peers that older ones accepted, so older manifests may have them.
    const install = (what: string): string =>
      `npm ${what} --prefer-offline || npm ${what} --prefer-offline --legacy-peer-deps`;
    const unlocked = install('install --no-package-lock');
    const { shell, programs } = installInTree(
      {
        exact: locked ? install('ci') : unlocked,
        partial: locked ? install('install') : unlocked,
      },
      lockFiles,
      situation,
    );
    return {
      name: 'npm',
      reason,
      install: undefined,
      lockFiles,
      shell: settings + shell + SCRIPTS_AGAIN,
      programs,
    };
  }
  return {
    name: 'npm',
    reason,
    install: undefined,
    lockFiles,
    // The program needs a newer Node than old images have. The npm that it starts is that of the image.
    shell: `${settings}${added.length === 0 ? '' : `export REFBENCH_ADDED_PACKAGES=${shellQuote(added.join(' '))}\n`}
${situation.node < 16 ? REPORTER_NODE : 'node'} "$(dirname "\${BASH_SOURCE[0]}")/install-dependencies.mjs" >&2
${SCRIPTS_AGAIN}`,
    programs: ['install-dependencies.mjs', 'missing-packages.mjs'],
  };
}
