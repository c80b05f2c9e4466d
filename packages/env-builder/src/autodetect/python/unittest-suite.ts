import { posix } from 'node:path';
import { shellQuote } from '@refbench/base';
import type { RecipeParts } from '../draft/recipe-of.ts';
import { unsupported, type Unsupported } from '../draft/recipe-draft.ts';
import { shellCommands } from '../draft/shell-words.ts';
import type { TreeView } from '../draft/tree-view.ts';

/** How to run the tests of a project that does not use pytest. */
export interface UnittestSuite {
  readonly suite: RecipeParts['suite'];
  readonly because: string;
}

/** A program of the project that runs its tests, as arguments of Python. */
interface OwnRunner {
  readonly variables: readonly string[];
  readonly arguments: readonly string[];
  readonly command: string;
}

const INTERPRETER = /^(?:.*\/)?python(?:\d(?:\.\d+)?)?$|^\{env(?:python|bindir\}\/python)/;
const ASSIGNMENT = /^[A-Za-z_]\w*=[^$`{]*$/;
/** Options of Python and coverage whose value is the next word. */
const TAKES_VALUE = /^(?:-[WX]|--(?:source|include|omit|rcfile|data-file|concurrency))$/;
const NAMES_TESTS = /(?:^|[./_-])(?:run_?)?(?:all_?)?tests?(?:_?(?:all|runner|suite|main))?$/i;
/** What runs all tests, in a folder of tests. Other scripts there prepare or measure something. */
const RUNS_ALL = /^(?:run|runner|run_?all|main|all|suite)\.py$/;
/** Modules beside a runner that are read at most. */
const READ_MODULES = 40;

/**
 * Chooses what runs the tests: the program that tox or continuous integration runs if both commits have it,
 * otherwise unittest's own search.
 * @param commands - What tox and continuous integration run in the root of base.
 */
export async function unittestSuite(
  base: TreeView,
  golden: TreeView,
  commands: readonly string[],
): Promise<UnittestSuite | Unsupported> {
  const own = await ownRunner(base, golden, commands);
  if (own !== undefined) {
    const because = `tox or continuous integration runs ${JSON.stringify(own.command)}`;
    return { suite: suiteOf(own.arguments, own.variables), because };
  }
  const modules = base.paths.filter((path) => /(^|\/)(test[^/]*|[^/]*_tests?)\.py$/.test(path));
  if (modules.length === 0) {
    return unsupported('no test modules exist', 'choose another commit, or write a run_tests');
  }
  const folder = ['tests', 'test'].find((name) =>
    modules.some((path) => path.startsWith(`${name}/`)),
  );
  const search = [
    '-m',
    'unittest',
    'discover',
    '--verbose',
    ...(folder === undefined ? [] : ['--start-directory', folder, '--top-level-directory', '.']),
    ...patternOf(modules),
  ];
  const because = 'pytest is not mentioned, and test modules exist';
  return { suite: suiteOf(search, []), because };
}

/** unittest looks for `test*.py` unless most modules have other names. */
function patternOf(modules: readonly string[]): readonly string[] {
  const names = modules.map((path) => posix.basename(path));
  const usual = names.filter((name) => name.startsWith('test')).length;
  return usual * 2 >= names.length ? [] : ['--pattern', '*_test*.py'];
}

function suiteOf(words: readonly string[], variables: readonly string[]): RecipeParts['suite'] {
  const before = variables.map((word) => {
    const [name = '', ...value] = word.split('=');
    return `${name}=${shellQuote(value.join('='))} `;
  });
  const call = words.map((word) => (/^[\w./=-]+$/.test(word) ? word : shellQuote(word))).join(' ');
  return {
    title: "unittest's tests",
    format: 'json-lines',
    run: `${before.join('')}python "$(dirname -- "\${BASH_SOURCE[0]}")/unittest-report.py" "$reports/unittest.json" ${call}`,
    reports: ['unittest.json'],
  };
}

async function ownRunner(
  base: TreeView,
  golden: TreeView,
  commands: readonly string[],
): Promise<OwnRunner | undefined> {
  for (const words of commands.flatMap(shellCommands)) {
    const runner = runnerOf(words.map(({ text }) => text));
    if (runner === undefined) continue;
    if ((await runsTests(base, runner)) && (await runsTests(golden, runner))) return runner;
  }
  return undefined;
}

/** Reads `A=b python -bb -m coverage run -m MODULE arguments`; undefined if it is not such a command. */
function runnerOf(texts: readonly string[]): OwnRunner | undefined {
  const first = texts.findIndex((text) => !ASSIGNMENT.test(text));
  const program = texts[first] ?? '';
  let rest: readonly string[] = texts.slice(first + 1);
  if (INTERPRETER.test(program)) rest = withoutOptions(rest);
  else if (program === 'coverage') rest = ['-m', 'coverage', ...rest];
  else return undefined;
  if (rest[0] === '-m' && rest[1] === 'coverage') {
    if (rest[2] !== 'run') return undefined;
    rest = withoutOptions(rest.slice(3));
  }
  const words = rest
    .filter((text) => !/^\{posargs\b/.test(text))
    .map((text) => text.replace(/^\{toxinidir\}\/|^\.\//, ''));
  // Neither a variable nor a redirection has a meaning here.
  if (words.length === 0 || words.some((text) => /[$`{}<>]/.test(text))) return undefined;
  return { variables: texts.slice(0, first), arguments: words, command: texts.join(' ') };
}

/** Removes options before the module or script. */
function withoutOptions(texts: readonly string[]): readonly string[] {
  let at = 0;
  while (texts[at]?.startsWith('-') === true && texts[at] !== '-m') {
    at += TAKES_VALUE.test(texts[at] ?? '') ? 2 : 1;
  }
  return texts.slice(at);
}

async function runsTests(view: TreeView, { arguments: words }: OwnRunner): Promise<boolean> {
  const [first = '', module = '', ...rest] = words;
  if (first === '-m' && module === 'unittest') return runsAll(rest);
  const path = first === '-m' ? moduleFile(view, module) : first;
  if (path === undefined || !view.has(path) || !path.endsWith('.py')) return false;
  const name = first === '-m' ? module : path.replace(/\.py$/, '');
  const inTests = RUNS_ALL.test(posix.basename(path)) && NAMES_TESTS.test(posix.dirname(path));
  const named = NAMES_TESTS.test(name) || inTests;
  return named && (await usesUnittest(view, path));
}

/** Whether arguments of unittest name all tests, and not some modules. */
function runsAll(words: readonly string[]): boolean {
  const names = words.filter((word) => !word.startsWith('-'));
  return words[0] === 'discover' || names.every((name) => NAMES_TESTS.test(name));
}

/** The file that `python -m` runs. */
function moduleFile(view: TreeView, module: string): string | undefined {
  const path = module.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__main__.py`].find(view.has);
}

/** Whether the runner or a module beside it mentions unittest. */
async function usesUnittest(view: TreeView, runner: string): Promise<boolean> {
  const folder = posix.dirname(runner);
  const beside = view.paths.filter(
    (path) => path.endsWith('.py') && posix.dirname(path) === folder,
  );
  for (const path of [runner, ...beside.slice(0, READ_MODULES)]) {
    if (/\bunittest\b/.test((await view.read(path)) ?? '')) return true;
  }
  return false;
}
