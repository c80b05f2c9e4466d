import { shellQuote } from '../../builds/build-folder.ts';
import { recipeFiles } from '../recipe-files.ts';
import {
  unsupported,
  type DetectorInput,
  type Reason,
  type RecipeDraft,
  type Unsupported,
} from '../recipe-draft.ts';
import { filesNamed, unionOf, type TreeView } from '../tree-view.ts';
import { chooseNode } from './node-version.ts';
import { readPackageJson } from './package-json.ts';
import { choosePackageManager } from './package-manager.ts';
import { findSuites, mergeSuites, reportsOf, runSuites } from './suites.ts';

/** Tools that fetch browsers and the like while they are installed, from hosts that are no registries. */
const NO_DOWNLOADS = `export HUSKY=0 PUPPETEER_SKIP_DOWNLOAD=1 PUPPETEER_SKIP_CHROMIUM_DOWNLOAD=1 PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
export ELECTRON_SKIP_BINARY_DOWNLOAD=1 CYPRESS_INSTALL_BINARY=0 SENTRYCLI_SKIP_DOWNLOAD=1
`;

/** Detects npm, pnpm, yarn and bun packages with tests of vitest, jest, mocha, ava, tap or node:test. */
export async function detectNode(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, golden, adjustments } = input;
  const manifest = await readPackageJson(base, 'package.json');
  if (manifest === undefined) {
    const elsewhere = filesNamed(base, 'package.json');
    return elsewhere.length === 0
      ? undefined
      : unsupported(
          `package.json is not at the root, but in ${elsewhere.slice(0, 3).join(', ')}`,
          'write a setup_shell.sh and a run_tests that enter its folder',
        );
  }
  const suites = await findSuites(base, manifest);
  const later = await findSuites(
    golden,
    (await readPackageJson(golden, 'package.json')) ?? manifest,
  );
  const merged = mergeSuites(suites, later);
  if (merged.kind === 'unsupported') return merged;
  const node = await chooseNode({
    view: base,
    manifest,
    committedAt: input.committedAt,
    images: input.images,
  });
  const workspaces = manifest.workspaces !== undefined || base.has('pnpm-workspace.yaml');
  const manager = await choosePackageManager({
    view: base,
    manifest,
    workspaces,
    committedAt: input.committedAt,
    installScripts: adjustments.installScripts,
    undated: adjustments.undated,
  });
  const install = [
    manager.install,
    adjustments.testPackages.length === 0
      ? undefined
      : `npm install --global --no-fund ${adjustments.testPackages.map(shellQuote).join(' ')}`,
  ].filter((line) => line !== undefined);
  const wanted = (view: TreeView): readonly string[] => [
    ...(workspaces ? filesNamed(view, 'package.json') : ['package.json']).filter(view.has),
    ...[...manager.lockFiles, '.npmrc'].filter(view.has),
  ];
  const globalModules =
    adjustments.testPackages.length === 0 ? '' : 'export NODE_PATH=/usr/local/lib/node_modules\n';
  const reasons: readonly Reason[] = [
    node.reason,
    manager.reason,
    ...merged.suites.map(({ runner, because }) => ({ choice: runner.name, because })),
  ];
  return {
    kind: 'draft',
    baseImage: node.image,
    manifests: unionOf(wanted(base), wanted(golden)),
    testTimeoutSeconds: 900,
    reasons,
    files: await recipeFiles({
      systemPackages: adjustments.systemPackages,
      ...(install.length === 0 ? {} : { install: install.join('\n') }),
      shell: NO_DOWNLOADS + manager.shell + globalModules,
      suite: {
        title: `${merged.suites[0]?.runner.name ?? ''}'s tests`,
        ...reportsOf(merged.suites),
        run: runSuites(merged.suites),
      },
      programs: manager.programs,
    }),
  };
}
