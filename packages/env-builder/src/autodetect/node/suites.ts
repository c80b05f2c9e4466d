import { shellQuote } from '../../builds/build-folder.ts';
import { readCi } from '../ci/ci-files.ts';
import { unsupported, type Unsupported } from '../recipe-draft.ts';
import type { RecipeParts } from '../recipe-files.ts';
import type { ShellWord } from '../shell-words.ts';
import { filesNamed, folderOf, type TreeView } from '../tree-view.ts';
import { readPackageJson, type PackageJson } from './package-json.ts';
import {
  impliedTestCommand,
  scriptedTestCommand,
  testCommandOfCi,
  type TestCommand,
} from './test-command.ts';

/** The tests of one package in a form that both commits can run. */
export interface Suite extends TestCommand {
  readonly folder: string;
  /** The build that must run before the tests, from `scripts.pretest`. */
  readonly pretest: string | undefined;
  /** A condition of the tree; undefined if the suite always runs. */
  readonly onlyWith?: string;
}

/** With more packages, a run takes too long and the recipe becomes unreadable. */
const MAX_PACKAGES = 40;

/** Finds the tests of the root package or, if its scripts run no tests, those of each package below. */
export async function findSuites(view: TreeView, manifest: PackageJson): Promise<readonly Suite[]> {
  const root = await scriptedTestCommand(view, '.', manifest);
  if (root !== undefined) {
    return [{ ...withTestFolder(root, view), folder: '.', pretest: buildOf(manifest) }];
  }
  const suites: Suite[] = [];
  for (const path of filesNamed(view, 'package.json').slice(0, 400)) {
    const own = await readPackageJson(view, path);
    if (own?.scripts['test'] === undefined) continue;
    const command = await scriptedTestCommand(view, folderOf(path), own);
    if (command !== undefined) {
      suites.push({ ...command, folder: folderOf(path), pretest: buildOf(own) });
    }
  }
  const implied =
    suites.length === 0
      ? (testCommandOfCi(await readCi(view), manifest) ?? impliedTestCommand(manifest))
      : undefined;
  return implied === undefined ? suites : [{ ...implied, folder: '.', pretest: undefined }];
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

/** Returns the `pretest` script if it builds something. Linting is not needed for the tests. */
function buildOf(manifest: PackageJson): string | undefined {
  const line = manifest.scripts['pretest'];
  return line !== undefined && /build|compile|\btsc\b|babel|rollup|webpack/.test(line)
    ? line
    : undefined;
}

/**
 * Combines the suites of both commits. A folder whose runner changed from base to golden has both, and
 * the tree at hand decides.
 */
export function mergeSuites(
  base: readonly Suite[],
  golden: readonly Suite[],
): { readonly kind: 'suites'; readonly suites: readonly Suite[] } | Unsupported {
  const all = [...base, ...golden];
  if (base.length === 0 || golden.length === 0) {
    return unsupported(
      'package.json does not use a known test runner',
      'write environment/run_tests by hand, or use --builder with an agent',
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
    if (before !== undefined && after !== undefined && before.runner !== after.runner) {
      return [
        { ...before, onlyWith: presenceOf(before, after) },
        { ...after, onlyWith: presenceOf(after, before) },
      ];
    }
    return [{ ...first, words: mergeWords(before?.words ?? [], after?.words ?? []) }];
  });
  return { kind: 'suites', suites };
}

/** A condition that holds in trees whose dependencies include the runner of a suite. */
function presenceOf({ runner }: Suite, other: Suite): string {
  const [program] = runner.programs;
  if (program !== undefined) return `[ -e node_modules/.bin/${program} ]`;
  return `! [ -e node_modules/.bin/${other.runner.programs[0] ?? ''} ]`;
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

/** The format and the report files for `count_tests`. */
export function reportsOf(
  suites: readonly Suite[],
): Pick<RecipeParts['suite'], 'format' | 'reports'> {
  const [format = 'tap', ...more] = new Set(suites.map(({ runner }) => runner.format));
  return { format: more.length === 0 ? format : 'mixed', reports: '"$reports"/*.report' };
}

/** Lines that run all suites, each with a report of its own. */
export function runSuites(suites: readonly Suite[]): string {
  const mixed = reportsOf(suites).format === 'mixed';
  const lines = ['export NODE_ENV=test CI=true', 'local status=0 report'];
  for (const [index, { folder, runner, words, pretest, onlyWith }] of suites.entries()) {
    const name = mixed ? `${index}.${runner.format}` : String(index);
    const file = `report="$reports/${name}.report"`;
    const build =
      pretest === undefined
        ? ''
        : `PATH="$PWD/node_modules/.bin:$PATH" sh -c ${shellQuote(pretest)} || true\n`;
    // A missing report must count as a crash, and the glob pattern would not show that it is missing.
    const expected = `[ -e "$report" ] || : >"$report"`;
    const whole = `${file}\n${build}${runner.command(words)} || status=$?\n${expected}`;
    const body = onlyWith === undefined ? whole : `if ${onlyWith}; then\n${indent(whole)}\nfi`;
    if (folder === '.') lines.push(body);
    else {
      lines.push(
        `if pushd ${shellQuote(folder)} >/dev/null; then`,
        indent(`PATH="$OLDPWD/node_modules/.bin:$PATH"\n${body}`),
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
