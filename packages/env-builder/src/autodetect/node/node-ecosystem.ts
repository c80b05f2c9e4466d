import { shellQuote } from '../../builds/build-folder.ts';
import { readCiFacts } from '../ci/ci-files.ts';
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
import { suiteScript } from './run-suites.ts';
import { findSuites, mergeSuites, type FolderSuites } from './suites.ts';

/** Detects npm, pnpm, yarn and bun packages whose tests a known runner runs. */
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
  const facts = await readCiFacts(base);
  const later = (await readPackageJson(golden, 'package.json')) ?? manifest;
  const merged = await mergeSuites(
    { view: base, suites: await findSuites(base, manifest, facts) },
    { view: golden, suites: await findSuites(golden, later, await readCiFacts(golden)) },
  );
  if (merged.kind === 'unsupported') return merged;
  const node = await chooseNode({
    view: base,
    manifest,
    committedAt: input.committedAt,
    images: input.images,
    facts,
  });
  const suite = suiteScript(merged.folders, majorOf(node.image));
  const workspaces = manifest.workspaces !== undefined || base.has('pnpm-workspace.yaml');
  const manager = await choosePackageManager({
    view: base,
    manifest,
    workspaces,
    committedAt: input.committedAt,
    installScripts: adjustments.installScripts,
    undated: adjustments.undated,
    node: majorOf(node.image),
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
  const reasons: readonly Reason[] = [node.reason, manager.reason, ...testReasons(merged.folders)];
  return {
    kind: 'draft',
    baseImage: node.image,
    manifests: unionOf(wanted(base), wanted(golden)),
    testTimeoutSeconds: 900,
    reasons,
    files: await recipeFiles({
      systemPackages: adjustments.systemPackages,
      ...(install.length === 0 ? {} : { install: install.join('\n') }),
      shell: manager.shell + globalModules,
      suite,
      programs: [...manager.programs, ...suite.programs],
    }),
  };
}

/** Returns the major version of the Node of an image such as `node-18`. */
function majorOf(image: string): number {
  return Number(/\d+/.exec(image)?.[0] ?? 0);
}

function testReasons(folders: readonly FolderSuites[]): readonly Reason[] {
  const all = folders.flatMap((one) =>
    one.kind === 'common' ? one.suites : [...one.before, ...one.after],
  );
  return all.map(({ runner, because }) => ({ choice: runner.name, because }));
}
