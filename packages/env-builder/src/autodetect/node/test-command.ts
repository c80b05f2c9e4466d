import type { CiFacts } from '../ci/ci-files.ts';
import { makeCommands } from '../makefile.ts';
import { shellCommands, type ShellWord } from '../shell-words.ts';
import type { TreeView } from '../tree-view.ts';
import type { PackageJson } from './package-json.ts';
import { RUNNERS, type Runner } from './runners.ts';

/** The command that runs the tests of a package, and its source. */
export interface TestCommand {
  readonly runner: Runner;
  /** Its arguments, without those that change the report or stop early. */
  readonly words: readonly ShellWord[];
  readonly because: string;
}

/** The maximum number of references `test` -> `test:unit` -> `make test` ... that are followed. */
const MAX_DEPTH = 6;

/** Finds the first test runner that the scripts of a package call. */
export async function scriptedTestCommand(
  view: TreeView,
  folder: string,
  manifest: PackageJson,
): Promise<TestCommand | undefined> {
  const path = folder === '.' ? 'package.json' : `${folder}/package.json`;
  const makefile = await view.read(folder === '.' ? 'Makefile' : `${folder}/Makefile`);
  for (const name of scriptsOfTests(manifest)) {
    const line = manifest.scripts[name] ?? '';
    const found = follow(line, { manifest, makefile }, MAX_DEPTH);
    if (found !== undefined) {
      return { ...found, because: `${path} scripts.${name} = ${JSON.stringify(line)}` };
    }
  }
  return undefined;
}

/** The names of scripts that may run tests, the most usual ones first. */
function scriptsOfTests({ scripts }: PackageJson): readonly string[] {
  const usual = ['test', 'test:unit', 'unit', 'test:ci'];
  const others = Object.keys(scripts).filter(
    (name) =>
      /test|spec|unit/.test(name) &&
      !/lint|types?$|typescript|e2e|browser|watch|bench|perf/.test(name),
  );
  return [
    ...usual.filter((name) => name in scripts),
    ...others.filter((name) => !usual.includes(name)),
  ];
}

/** Returns the first runner that a command of continuous integration calls in the root. */
export function testCommandOfCi(ci: CiFacts, manifest: PackageJson): TestCommand | undefined {
  for (const line of ci.commands) {
    const found = follow(line, { manifest, makefile: undefined }, MAX_DEPTH);
    if (found !== undefined) {
      return { ...found, because: `${ci.files.join(', ')} runs ${JSON.stringify(line)}` };
    }
  }
  return undefined;
}

/**
 * Returns the runner that the root depends on, if no script calls one. The runner finds its test files
 * itself.
 */
export function impliedTestCommand(manifest: PackageJson): TestCommand | undefined {
  const dependencies = { ...manifest.dependencies, ...manifest.devDependencies };
  const runner = RUNNERS.find(
    ({ dependency }) => dependency !== undefined && dependency in dependencies,
  );
  return runner && { runner, words: [], because: `package.json depends on ${runner.name}` };
}

interface Scripts {
  readonly manifest: PackageJson;
  readonly makefile: string | undefined;
}

function follow(
  line: string,
  scripts: Scripts,
  depth: number,
): Pick<TestCommand, 'runner' | 'words'> | undefined {
  if (depth === 0) return undefined;
  for (const command of shellCommands(line)) {
    const own = runnerOf(command) ?? tapeScript(command, scripts.manifest);
    if (own !== undefined) return own;
    for (const next of referencedLines(command, scripts)) {
      const found = follow(next, scripts, depth - 1);
      if (found === undefined) continue;
      // `npm test -- --config x` passes its arguments on.
      const dashes = command.findIndex(({ text }) => text === '--');
      const more = dashes === -1 ? [] : command.slice(dashes + 1);
      return { runner: found.runner, words: [...found.words, ...found.runner.keep(more)] };
    }
  }
  return undefined;
}

/**
 * Finds a runner anywhere in a command, e.g. after `cross-env A=b`, `nyc` or `node --flag
 * path/_mocha`.
 */
function runnerOf(
  command: readonly ShellWord[],
): Pick<TestCommand, 'runner' | 'words'> | undefined {
  for (const [at, { text }] of command.entries()) {
    const program = text.slice(text.lastIndexOf('/') + 1).replace(/\.(c|m)?js$/, '');
    const runner = RUNNERS.find(({ programs }) => programs.includes(program));
    const isNodeTest = program === 'node' && command.some((word) => word.text === '--test');
    const found = isNodeTest ? RUNNERS.find(({ name }) => name === 'node:test') : runner;
    if (found === undefined) continue;
    const rest = command.slice(at + 1).filter(({ text: word }) => word !== '--test');
    // `istanbul cover _mocha -- args`
    const words = rest[0]?.text === '--' ? rest.slice(1) : rest;
    return { runner: found, words: found.keep(words) };
  }
  return undefined;
}

/** Files with tests of tape are often run by node itself. */
function tapeScript(
  command: readonly ShellWord[],
  { dependencies, devDependencies }: PackageJson,
): Pick<TestCommand, 'runner' | 'words'> | undefined {
  const [program, ...rest] = command.filter(
    ({ text }) => !/^(cross-env|nyc|c8|\w+=.*)$/.test(text),
  );
  const runner = RUNNERS.find(({ name }) => name === 'tape');
  if (program?.text !== 'node' || runner === undefined) return undefined;
  if (!('tape' in devDependencies || 'tape' in dependencies)) return undefined;
  const words = rest.filter(({ text }) => !text.startsWith('-') && !text.includes('>'));
  return words.some(({ text }) => /test/.test(text)) ? { runner, words } : undefined;
}

/** Returns the commands of the scripts and targets that a command refers to. */
function referencedLines(
  command: readonly ShellWord[],
  { manifest, makefile }: Scripts,
): readonly string[] {
  const [program = '', ...rest] = command.map(({ text }) => text);
  const plain = rest.filter((word) => !word.startsWith('-'));
  if (program === 'make') {
    return makefile === undefined ? [] : makeCommands(makefile, plain[0] ?? 'test');
  }
  const managers = ['npm', 'pnpm', 'yarn', 'bun'];
  const several = ['run-s', 'run-p', 'npm-run-all', 'npm-run-all2', 'wireit', 'concurrently'];
  const names = managers.includes(program)
    ? [plain[0] === 'run' ? plain[1] : plain[0] === 't' ? 'test' : plain[0]]
    : several.includes(program)
      ? plain.map((word) => word.replace(/^(npm|yarn|pnpm)(:| run )/, ''))
      : [];
  return names.flatMap((name) => {
    const line = name === undefined ? undefined : manifest.scripts[name];
    return line === undefined ? [] : [line];
  });
}
