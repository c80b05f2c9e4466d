import type { CiFacts } from '../ci/ci-files.ts';
import { formatWords, shellCommands } from '../draft/shell-words.ts';
import type { TreeView } from '../draft/tree-view.ts';
import { followLine, isBuild, scriptsIn, type FoundTests } from './follow-scripts.ts';
import type { FoundRunner } from './invocation.ts';
import { scriptThatCallsMocha } from './mocha-in-script.ts';
import { dependencyMajor, type PackageJson } from './package-json.ts';

/** The command that runs the tests of a package, and its source. */
export interface TestCommand extends FoundRunner {
  readonly folder: string;
  /** The major version of the runner, if package.json says it. */
  readonly major: number | undefined;
  /** Commands that must run before the tests because they build what is tested. */
  readonly builds: readonly string[];
  /** A file and a text in it that shows that a tree uses this command. */
  readonly origin: { readonly file: string; readonly text: string };
  readonly because: string;
}

/** Names of scripts that run the tests, most likely first. */
const TEST_SCRIPTS = ['test', 'test:unit', 'unit', 'test:ci', 'test-unit', 'unit-test', 'tests'];

/** Tests that need a browser, a network or much time, and checks that are no tests. */
const OTHER_TESTS = /e2e|browser|sauce|wdio|playwright|cypress|bench|lint|smoke|watch|canary/i;

/** Commands that run the tests of the packages below. Other scripts of the root test less than they do. */
const DELEGATES =
  /\b(turbo|nx|lerna|lage|wsrun|moon|rush|ultra)\b|\bworkspaces?\b|pnpm .*(-r|--recursive|--filter|-F)\b/;

/** Finds the test runners that the scripts of a package call. */
export async function scriptedTestCommands(
  view: TreeView,
  folder: string,
  manifest: PackageJson,
): Promise<readonly TestCommand[]> {
  const file = folder === '.' ? 'package.json' : `${folder}/package.json`;
  const scripts = await scriptsIn(view, folder, manifest);
  // Where the test script itself calls mocha in a way that cannot be read, others test less than it does.
  const alone =
    DELEGATES.test(manifest.scripts['test'] ?? '') || scriptThatCallsMocha(manifest) !== undefined;
  const more = alone
    ? []
    : Object.keys(manifest.scripts).filter(
        (name) => /test|^mocha|^jest|^tap/.test(name) && !OTHER_TESTS.test(name),
      );
  for (const name of new Set([...TEST_SCRIPTS, ...more])) {
    const line = manifest.scripts[name];
    if (line === undefined) continue;
    const found = chosenOf(await followLine(line, scripts));
    if (found.length === 0) continue;
    const before = [
      ...['prepublish', 'prepare', 'postinstall'].map((one) =>
        buildsIn(manifest.scripts[one] ?? ''),
      ),
      manifest.scripts[`pre${name}`] ?? '',
    ].filter(isBuild);
    return found.map((tests) => ({
      ...tests,
      folder,
      major: dependencyMajor(manifest, tests.runner.dependencies),
      builds: uniqueBuilds([...before, ...tests.builds], manifest),
      origin: { file, text: JSON.stringify(tests.line) },
      because: `${file} scripts.${name} = ${JSON.stringify(line)}`,
    }));
  }
  return [];
}

/** Finds the test runners that a CI step of the root calls, with the builds of the steps before it. */
export async function ciTestCommands(
  view: TreeView,
  facts: CiFacts,
  manifest: PackageJson,
): Promise<readonly TestCommand[]> {
  const scripts = await scriptsIn(view, '.', manifest);
  for (const step of facts.steps) {
    if (step.folder !== '.' || OTHER_TESTS.test(step.job)) continue;
    const found = chosenOf(await followLine(step.lines.join(' ; '), scripts));
    if (found.length === 0) continue;
    return found.map((tests) => ({
      ...tests,
      folder: '.',
      major: dependencyMajor(manifest, tests.runner.dependencies),
      builds: uniqueBuilds([...ciBuilds(facts), ...tests.builds], manifest),
      origin: { file: step.file, text: step.lines[0] ?? '' },
      because: `${step.file} runs ${JSON.stringify(step.lines.join('; '))}`,
    }));
  }
  return [];
}

/**
 * Returns the build scripts that CI runs in jobs that also test, e.g. `npm run build`. What they build
 * may be what the tests load.
 */
export function ciBuilds(facts: CiFacts): readonly string[] {
  const jobs = new Map<string, string[]>();
  for (const { file, job, folder, lines } of facts.steps) {
    if (folder !== '.') continue;
    jobs.set(`${file} ${job}`, [...(jobs.get(`${file} ${job}`) ?? []), ...lines]);
  }
  for (const lines of jobs.values()) {
    const test = lines.findIndex((line) => /\b(test|mocha|jest|vitest|coverage|unit)\b/.test(line));
    const builds = lines
      .slice(0, Math.max(test, 0))
      .flatMap((line) => line.split('&&').map((part) => part.trim()))
      .filter((line) => BUILD_SCRIPT.test(line) && isBuild(line));
    if (builds.length > 0) return [...new Set(builds)];
  }
  return [];
}

/** A call of a script that builds. */
const BUILD_SCRIPT =
  /^(npm|yarn|pnpm|bun)( run)?( -\S+)* (build|compile|prepare|bundle|tsc)[\w:-]*$/;

/** Leaves out repetitions, and tests for browsers and the like if there are others. */
function chosenOf(found: readonly FoundTests[]): readonly FoundTests[] {
  const plain = found.filter(({ trail }) => !trail.some((name) => OTHER_TESTS.test(name)));
  const seen = new Set<string>();
  return (plain.length === 0 ? found : plain).filter(({ runner, words, launcher }) => {
    const key = JSON.stringify([runner.name, words, launcher]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Returns what a script of an installation builds. Such scripts often test and clean as well. */
function buildsIn(line: string): string {
  return shellCommands(line)
    .map(formatWords)
    .filter((command) => isBuild(command) && !/\b(test|clean|check)\b/.test(command))
    .join(' && ');
}

/** Leaves out builds that others include: a repeated line, or a script beside its own text. */
function uniqueBuilds(lines: readonly string[], manifest: PackageJson): readonly string[] {
  const seen = new Set<string>();
  return lines.filter((line) => {
    const name = /^(?:npm|yarn|pnpm|bun)(?: run)?(?: -\S+)* ([\w:-]+)$/.exec(line)?.[1];
    const text = (name === undefined ? undefined : manifest.scripts[name]) ?? line;
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
}
