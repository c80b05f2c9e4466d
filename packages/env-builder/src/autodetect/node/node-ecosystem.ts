import { shellQuote } from '@refbench/base';
import { factsBelow, readCiFacts } from '../ci/ci-files.ts';
import { inFolder } from '../draft/nested-project.ts';
import { recipeOf } from '../draft/recipe-of.ts';
import {
  unsupported,
  type DetectorInput,
  type Reason,
  type RecipeDraft,
  type Unsupported,
} from '../draft/recipe-draft.ts';
import { filesNamed, folderOf, unionOf, viewBelow, type TreeView } from '../draft/tree-view.ts';
import { leavesOut } from './installation.ts';
import { chooseNode } from './node-version.ts';
import { dependencyNames, hasLocalDependencies, readPackageJson } from './package-json.ts';
import { choosePackageManager } from './package-manager.ts';
import { suiteScript } from './run-suites.ts';
import { findSuites, mergeSuites, type FolderSuites } from './suites.ts';
import { unlistedRunners } from './unlisted-runners.ts';

/** Detects npm, pnpm, yarn and bun packages whose tests a known runner runs. */
export async function detectNode(
  input: DetectorInput,
): Promise<RecipeDraft | Unsupported | undefined> {
  if (input.base.has('package.json')) return await detectIn(input, '.');
  const elsewhere = filesNamed(input.base, 'package.json');
  if (elsewhere.length === 0) return undefined;
  // A package without tests, e.g. one that only holds tools, is not what the commit is about.
  const drafts: RecipeDraft[] = [];
  for (const folder of elsewhere.filter((path) => /^[^/]+\/[^/]+$/.test(path)).map(folderOf)) {
    const result = await detectIn(input, folder);
    if (result.kind === 'draft') drafts.push(result);
  }
  const [only] = drafts;
  if (only !== undefined && drafts.length === 1) return only;
  return unsupported(
    `package.json is not at the root, but in ${elsewhere.slice(0, 3).join(', ')}`,
    'write a setup_shell.sh and a run_tests that enter its folder',
  );
}

/** Drafts a recipe for the package in a folder of the tree. */
async function detectIn(input: DetectorInput, root: string): Promise<RecipeDraft | Unsupported> {
  const { adjustments, committedAt } = input;
  const [base, golden] = [viewBelow(input.base, root), viewBelow(input.golden, root)];
  const manifest = await readPackageJson(base, 'package.json');
  if (manifest === undefined) {
    return unsupported('package.json is not a JSON object', 'correct it, or choose another commit');
  }
  const facts = factsBelow(await readCiFacts(input.base), root);
  const laterFacts = factsBelow(await readCiFacts(input.golden), root);
  const later = (await readPackageJson(golden, 'package.json')) ?? manifest;
  const before = await findSuites(base, manifest, facts);
  const after = await findSuites(golden, later, laterFacts);
  const merged = await mergeSuites(before, after);
  if (merged.kind === 'unsupported') return merged;
  const node = await chooseNode({
    view: base,
    manifest,
    committedAt,
    images: input.images,
    facts,
  });
  const suite = suiteScript(merged, { node: majorOf(node.image), root });
  const linked = manifest.workspaces !== undefined || base.has('pnpm-workspace.yaml');
  const lerna = !linked && base.has('lerna.json') && dependencyNames(manifest).has('lerna');
  const workspaces = linked || lerna || hasLocalDependencies(manifest);
  const manager = await choosePackageManager({
    view: base,
    manifest,
    workspaces,
    lerna,
    committedAt,
    installScripts: adjustments.installScripts,
    undated: adjustments.undated,
    node: majorOf(node.image),
    incomplete: leavesOut(adjustments),
    added: unionOf(await unlistedRunners(before), await unlistedRunners(after)),
  });
  const install = [
    manager.install,
    adjustments.testPackages.length === 0
      ? undefined
      : `npm install --global --no-fund ${adjustments.testPackages.map(shellQuote).join(' ')}`,
  ].filter((line) => line !== undefined);
  const wanted = (view: TreeView): readonly string[] =>
    [
      ...(workspaces ? filesNamed(view, 'package.json') : ['package.json']).filter(view.has),
      ...[...manager.lockFiles, '.npmrc'].filter(view.has),
    ].map((path) => (root === '.' ? path : `${root}/${path}`));
  const globalModules =
    adjustments.testPackages.length === 0 ? '' : 'export NODE_PATH=/usr/local/lib/node_modules\n';
  const reasons: readonly Reason[] = [node.reason, manager.reason, ...testReasons(merged.folders)];
  return {
    kind: 'draft',
    baseImage: node.image,
    manifests: unionOf(wanted(base), wanted(golden)),
    ignored: packageFolders(wanted(base)),
    testTimeoutSeconds: 900,
    reasons,
    ...(await recipeOf({
      systemPackages: adjustments.systemPackages,
      ...(install.length === 0 ? {} : { install: install.join('\n') }),
      shell: inFolder(root, manager.shell) + globalModules,
      suite,
      programs: [...manager.programs, ...suite.programs],
    })),
  };
}

/** Where npm and others put packages: beside each package.json. */
function packageFolders(manifests: readonly string[]): readonly string[] {
  return manifests.flatMap((path) =>
    /(?:^|\/)package\.json$/.test(path) ? [path.replace(/package\.json$/, 'node_modules')] : [],
  );
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
