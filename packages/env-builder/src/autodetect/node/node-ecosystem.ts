import { shellQuote } from '../../builds/build-folder.ts';
import { recipeFiles } from '../recipe-files.ts';
import {
  unsupported,
  type DetectorInput,
  type Reason,
  type RecipeDraft,
  type Unsupported,
} from '../recipe-draft.ts';
import { filesNamed, folderOf, unionOf, type TreeView } from '../tree-view.ts';
import { chooseNode } from './node-version.ts';
import { readPackageJson, type PackageJson } from './package-json.ts';
import { choosePackageManager } from './package-manager.ts';
import { impliedTestCommand, scriptedTestCommand, type TestCommand } from './test-command.ts';
import type { ShellWord } from '../shell-words.ts';

/** The tests of one package in a form that both commits can run. */
interface Suite extends TestCommand {
  readonly folder: string;
  /** The build that must run before the tests, from `scripts.pretest`. */
  readonly pretest: string | undefined;
}

/** With more packages, a run takes too long and the recipe becomes unreadable. */
const MAX_PACKAGES = 40;

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
      shell: manager.shell + globalModules,
      suite: {
        title: `${merged.suites[0]?.runner.name ?? ''}'s tests`,
        format: merged.suites[0]?.runner.format ?? 'tap',
        run: runSuites(merged.suites),
        reports: '"$reports"/*.report',
      },
      programs: manager.programs,
    }),
  };
}

/** Finds the tests of the root package or, if its scripts run no tests, those of each package below. */
async function findSuites(view: TreeView, manifest: PackageJson): Promise<readonly Suite[]> {
  const root = await scriptedTestCommand(view, '.', manifest);
  if (root !== undefined) return [{ ...root, folder: '.', pretest: buildOf(manifest) }];
  const suites: Suite[] = [];
  for (const path of filesNamed(view, 'package.json').slice(0, 400)) {
    const own = await readPackageJson(view, path);
    if (own?.scripts['test'] === undefined) continue;
    const command = await scriptedTestCommand(view, folderOf(path), own);
    if (command !== undefined) {
      suites.push({ ...command, folder: folderOf(path), pretest: buildOf(own) });
    }
  }
  const implied = suites.length === 0 ? impliedTestCommand(manifest) : undefined;
  return implied === undefined ? suites : [{ ...implied, folder: '.', pretest: undefined }];
}

/** Returns the `pretest` script if it builds something. Linting is not needed for the tests. */
function buildOf(manifest: PackageJson): string | undefined {
  const line = manifest.scripts['pretest'];
  return line !== undefined && /build|compile|\btsc\b|babel|rollup|webpack/.test(line)
    ? line
    : undefined;
}

function mergeSuites(
  base: readonly Suite[],
  golden: readonly Suite[],
): { readonly kind: 'suites'; readonly suites: readonly Suite[] } | Unsupported {
  const all = [...base, ...golden];
  const names = new Set(all.map(({ runner }) => runner.name));
  if (base.length === 0 || golden.length === 0) {
    return unsupported(
      'package.json does not use a known test runner',
      'write environment/run_tests by hand, or use --builder with an agent',
    );
  }
  if (names.size > 1) {
    return unsupported(
      `its packages use several test runners: ${[...names].join(', ')}`,
      'write a run_tests that works for base and golden, or use --builder with an agent',
    );
  }
  const folders = [...new Set(all.map(({ folder }) => folder))];
  if (folders.length > MAX_PACKAGES) {
    return unsupported(
      `${folders.length} packages have their own tests`,
      'write a run_tests for the packages that the commit changes',
    );
  }
  const suites = folders.flatMap((folder): readonly Suite[] => {
    const before = base.find((suite) => suite.folder === folder);
    const after = golden.find((suite) => suite.folder === folder);
    const first = before ?? after;
    if (first === undefined) return [];
    return [{ ...first, words: mergeWords(before?.words ?? [], after?.words ?? []) }];
  });
  return { kind: 'suites', suites };
}

/** Merges the arguments of both commits. A file that does not exist matches nothing. */
function mergeWords(
  base: readonly ShellWord[],
  golden: readonly ShellWord[],
): readonly ShellWord[] {
  const same =
    base.length === golden.length && base.every(({ text }, at) => text === golden[at]?.text);
  // A union could separate an option from its value, so options of golden are ignored if they differ.
  const files = golden.filter(({ text }) => !text.startsWith('-'));
  const hasOptions = golden.some(({ text }) => text.startsWith('-'));
  if (same || hasOptions) return base;
  return [...base, ...files.filter(({ text }) => base.every((word) => word.text !== text))];
}

function runSuites(suites: readonly Suite[]): string {
  const lines = ['export NODE_ENV=test CI=true', 'local status=0 report'];
  for (const [index, { folder, runner, words, pretest }] of suites.entries()) {
    const file = `report="$reports/${index}.report"`;
    const build =
      pretest === undefined
        ? ''
        : `PATH="$PWD/node_modules/.bin:$PATH" sh -c ${shellQuote(pretest)} || true\n`;
    const body = `${file}\n${build}${runner.command(words)} || status=$?`;
    // A missing report must count as a crash, and the glob pattern would not show that it is missing.
    const expected = `[ -e "$report" ] || : >"$report"`;
    if (folder === '.') lines.push(body, expected);
    else {
      lines.push(
        `if pushd ${shellQuote(folder)} >/dev/null; then`,
        indent(`PATH="$OLDPWD/node_modules/.bin:$PATH"\n${body}\n${expected}`),
        '  popd >/dev/null',
        'fi',
      );
    }
  }
  lines.push('return "$status"');
  return lines.join('\n');
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
