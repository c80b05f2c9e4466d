import { shellQuote } from '@refbench/base';
import type { Reason } from '../draft/recipe-draft.ts';
import { installInTree, type PackageManager, type Situation } from './installation.ts';

/** Each pnpm version reads only certain lock file versions. */
const PNPM_OF_LOCK: readonly (readonly [lockfileVersion: string, pnpm: string])[] = [
  ['5.1', '5.18.10'],
  ['5.2', '5.18.10'],
  ['5.3', '6.35.1'],
  ['5.4', '7.33.7'],
  ['6.0', '8.15.9'],
  ['6.1', '8.15.9'],
  ['9.0', '9.15.9'],
];

export async function pnpm(
  situation: Situation,
  reason: Reason,
  named: string | undefined,
): Promise<PackageManager> {
  const lock = (await situation.view.read('pnpm-lock.yaml')) ?? '';
  const lockVersion = /^lockfileVersion:\s*'?([\d.]+)/m.exec(lock)?.[1] ?? '9.0';
  const version = named ?? PNPM_OF_LOCK.find(([of]) => of === lockVersion)?.[1] ?? '9.15.9';
  const scripts = situation.installScripts ? '' : ' --ignore-scripts';
  const lockFiles = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc'];
  const install = (lock: string): string => `pnpm install ${lock}${scripts} $refbench_offline`;
  const { shell, programs } = installInTree(
    { exact: install('--frozen-lockfile'), partial: install('--no-frozen-lockfile') },
    lockFiles,
    situation,
  );
  return {
    name: 'pnpm',
    reason: { ...reason, because: `${reason.because}; pnpm ${version}` },
    install: `npm install --global --no-fund pnpm@${version}`,
    lockFiles,
    // pnpm must not replace itself with another version while offline. Packages lie next to the store,
    // so that their hard links survive and are recognised as third-party files. From there, they find the
    // direct dependencies of the tree through a link, as they would inside its node_modules.
    shell: `export npm_config_manage_package_manager_versions=false
export npm_config_virtual_store_dir=$HOME/.local/share/pnpm/packages
if [ "\${REFBENCH_WARM:-}" = 1 ]; then refbench_offline=; else refbench_offline=--offline; fi
${shell}
ln -sfn "$PWD/node_modules" "$HOME/.local/share/pnpm/node_modules" 2>/dev/null || true
`,
    programs,
  };
}

const YARN_1 = 'yarn@1.22.22';

export async function yarn(
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
    const options = `--ignore-engines --non-interactive${scripts} $refbench_offline`;
    // A lock file that does not fit package.json is completed, but must not change in the tree.
    const completing = `yarn install --pure-lockfile ${options}`;
    const { shell, programs } = installInTree(
      {
        exact: `yarn install --frozen-lockfile ${options} || ${completing}`,
        partial: completing,
      },
      lockFiles,
      situation,
    );
    return {
      name: 'yarn',
      reason: { ...reason, because: `${reason.because}; it has the format of yarn 1` },
      install: `npm install --global --no-fund ${YARN_1}`,
      lockFiles,
      shell: `if [ "\${REFBENCH_WARM:-}" = 1 ]; then refbench_offline=; else refbench_offline=--offline; fi
${shell}`,
      programs,
    };
  }
  const bundled = /^yarnPath:\s*["']?([^\s"']+)/m.exec(settings ?? '')?.[1];
  // A later yarn would rewrite the lock file, which `--immutable` forbids.
  const format = Number(/^__metadata:\s*version:\s*(\d+)/m.exec(lock)?.[1] ?? 8);
  const version = named ?? (format <= 6 ? '3.8.7' : '4.9.2');
  // Runners are called in node_modules, which Plug'n'Play does not have.
  const linker = /^nodeLinker:/m.test(settings ?? '') ? '' : ' YARN_NODE_LINKER=node-modules';
  const program = bundled === undefined ? 'yarn' : `node ${shellQuote(bundled)}`;
  const { shell, programs } = installInTree(
    { exact: `${program} install --immutable`, partial: `${program} install --no-immutable` },
    lockFiles,
    situation,
  );
  return {
    name: 'yarn',
    reason: { ...reason, because: `${reason.because}; it has the format of yarn 2 and later` },
    // Scripts call `yarn`. Yarn 1 leaves the work to the program that .yarnrc.yml names.
    install: `npm install --global --no-fund ${
      bundled === undefined ? `@yarnpkg/cli-dist@${version}` : YARN_1
    }`,
    lockFiles,
    shell: `export YARN_ENABLE_TELEMETRY=0 YARN_ENABLE_GLOBAL_CACHE=1 YARN_ENABLE_SCRIPTS=${String(situation.installScripts)}${linker}
if [ "\${REFBENCH_WARM:-}" = 1 ]; then unset YARN_ENABLE_NETWORK; else export YARN_ENABLE_NETWORK=0; fi
${shell}`,
    programs,
  };
}

export function bun(
  situation: Situation,
  reason: Reason,
  named: string | undefined,
): PackageManager {
  const version = named ?? '1.2.23';
  const lockFiles = ['bun.lock', 'bun.lockb', 'bunfig.toml'];
  const scripts = situation.installScripts ? '' : ' --ignore-scripts';
  const { shell, programs } = installInTree(
    {
      exact: `bun install --frozen-lockfile${scripts}`,
      partial: `bun install${scripts}`,
    },
    lockFiles,
    situation,
  );
  return {
    name: 'bun',
    reason,
    install: `npm install --global --no-fund bun@${version}`,
    lockFiles,
    shell,
    programs,
  };
}
