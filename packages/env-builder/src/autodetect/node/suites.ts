import type { CiFacts } from '../ci/ci-files.ts';
import { unsupported, type Unsupported } from '../draft/recipe-draft.ts';
import type { ShellWord } from '../draft/shell-words.ts';
import { filesNamed, folderOf, type TreeView } from '../draft/tree-view.ts';
import { impliedTestCommands } from './implied-tests.ts';
import { scriptThatCallsMocha } from './mocha-in-script.ts';
import { readPackageJson, type PackageJson } from './package-json.ts';
import {
  ciBuilds,
  ciTestCommands,
  scriptedTestCommands,
  type TestCommand,
} from './test-command.ts';

/** The suites of one folder that both commits can run, or those of each of them. */
export type FolderSuites =
  | { readonly kind: 'common'; readonly folder: string; readonly suites: readonly TestCommand[] }
  | {
      readonly kind: 'migrated';
      readonly folder: string;
      readonly before: readonly TestCommand[];
      readonly after: readonly TestCommand[];
      /** A tree that has this text in this file runs `after`; or `before`, if `of` says so. */
      readonly sign: {
        readonly file: string;
        readonly text: string;
        readonly of: 'before' | 'after';
      };
    };

/** With more packages, a run takes too long and the recipe becomes unreadable. */
const MAX_PACKAGES = 40;

/** Folders whose packages are no part of the product, although they may have tests. */
const SIDE_FOLDERS =
  /(^|\/)(examples?|samples?|demos?|website|docs|e2e|playgrounds?|benchmarks?)\//;

/** The tests of one commit. */
export interface CommitSuites {
  readonly view: TreeView;
  readonly suites: readonly TestCommand[];
  /** Commands that build all packages, before the first suite. */
  readonly builds: readonly string[];
}

/** Finds the tests of the root package or, if nothing runs any there, those of each package below. */
export async function findSuites(
  view: TreeView,
  manifest: PackageJson,
  facts: CiFacts,
): Promise<CommitSuites> {
  const scripted = await scriptedTestCommands(view, '.', manifest);
  const root = scripted.map((suite) => withTestFolder(suite, view));
  if (root.length > 0) {
    // Scripts that build something themselves need nothing else.
    const own = root.some(({ builds }) => builds.length > 0);
    return { view, suites: root, builds: own ? [] : ciBuilds(facts) };
  }
  const suites: TestCommand[] = [];
  for (const path of filesNamed(view, 'package.json').slice(0, 400)) {
    if (path === 'package.json' || SIDE_FOLDERS.test(path)) continue;
    const own = await readPackageJson(view, path);
    if (own !== undefined && 'test' in own.scripts) {
      suites.push(...(await scriptedTestCommands(view, folderOf(path), own)));
    }
  }
  if (suites.length > 0) return { view, suites, builds: ciBuilds(facts) };
  // What cannot be read in the test script itself is not found in the steps that call it, either.
  const ci =
    scriptThatCallsMocha(manifest) === undefined ? await ciTestCommands(view, facts, manifest) : [];
  const found = ci.length > 0 ? ci : await impliedTestCommands(view, manifest);
  return { view, suites: found, builds: ci.length > 0 ? [] : ciBuilds(facts) };
}

/** Mocha looks in `test`. If the tests are elsewhere and nothing names the place, it is given. */
function withTestFolder(command: TestCommand, view: TreeView): TestCommand {
  const named = command.words.some(({ text }) => !text.startsWith('-'));
  const configured = view.paths.some((path) => /^(\.mocharc\.\w+|test\/mocha\.opts)$/.test(path));
  if (command.runner.name !== 'mocha' || named || configured) return command;
  const holdsTests = (folder: string): boolean =>
    view.paths.some((path) => path.startsWith(`${folder}/`) && /\.[cm]?js$/.test(path));
  if (holdsTests('test')) return command;
  const folder = ['tests', 'spec', 'specs', '__tests__'].find(holdsTests);
  if (folder === undefined) return command;
  const others = '!(fixtures|fixture|helpers|support|data|mocks|bench|benchmarks|perf)';
  const words = [`${folder}/*.js`, `${folder}/${others}/**/*.js`].map((text) => ({
    text,
    quoted: true,
  }));
  return { ...command, words: [...command.words, ...words] };
}

/** The tests of both commits. */
export interface MergedSuites {
  readonly kind: 'suites';
  readonly folders: readonly FolderSuites[];
  readonly builds: readonly string[];
}

/** Merges the suites of both commits, folder by folder. */
export async function mergeSuites(
  base: CommitSuites,
  golden: CommitSuites,
): Promise<MergedSuites | Unsupported> {
  if (base.suites.length === 0 || golden.suites.length === 0) {
    return unsupported(
      'package.json does not use a known test runner',
      'write environment/run_tests by hand, or use --builder with an agent',
    );
  }
  const names = [...new Set([...base.suites, ...golden.suites].map(({ folder }) => folder))];
  if (names.length > MAX_PACKAGES) {
    return unsupported(
      `${names.length} packages have their own tests`,
      'write a run_tests for the packages that the commit changes',
    );
  }
  const folders: FolderSuites[] = [];
  for (const folder of names) {
    const before = base.suites.filter((suite) => suite.folder === folder);
    const after = golden.suites.filter((suite) => suite.folder === folder);
    const sign = hasSameRunners(before, after) ? undefined : await signOf(base, golden, folder);
    folders.push(
      sign === undefined
        ? { kind: 'common', folder, suites: mergeCommands(before, after) }
        : { kind: 'migrated', folder, before, after, sign },
    );
  }
  return {
    kind: 'suites',
    folders,
    builds: base.builds.length === 0 ? golden.builds : base.builds,
  };
}

/** Whether the runners are the same. A folder that only one commit has is not a migration. */
function hasSameRunners(before: readonly TestCommand[], after: readonly TestCommand[]): boolean {
  if (before.length === 0 || after.length === 0) return true;
  return (
    before.length === after.length &&
    before.every(({ runner }, at) => runner.name === after[at]?.runner.name)
  );
}

/** Finds a text that only one of the commits has where it calls its runner. */
async function signOf(
  base: CommitSuites,
  golden: CommitSuites,
  folder: string,
): Promise<Extract<FolderSuites, { kind: 'migrated' }>['sign'] | undefined> {
  for (const [of, own, other] of [
    ['after', golden, base],
    ['before', base, golden],
  ] as const) {
    for (const { origin } of own.suites.filter((suite) => suite.folder === folder)) {
      const here = (await own.view.read(origin.file)) ?? '';
      const there = (await other.view.read(origin.file)) ?? '';
      if (here.includes(origin.text) && !there.includes(origin.text)) return { ...origin, of };
    }
  }
  return undefined;
}

function mergeCommands(
  before: readonly TestCommand[],
  after: readonly TestCommand[],
): readonly TestCommand[] {
  const [first, second] = before.length === 0 ? [after, before] : [before, after];
  return first.map((suite, at) => {
    const other = second[at] ?? suite;
    return {
      ...suite,
      words: mergeWords(suite.words, other.words),
      // A script that only one of the commits has does nothing on the other.
      builds: [...new Set([...suite.builds, ...other.builds])],
    };
  });
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
