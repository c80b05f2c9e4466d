import { shellQuote } from '@refbench/base';
import { formatWords, shellWords, type ShellWord } from '../draft/shell-words.ts';
import type { Invocation, Runner } from './runner.ts';
import { runnerNamed, RUNNERS } from './runners.ts';

/** A runner with the environment and arguments that a command gives it. */
export interface FoundRunner extends Invocation {
  readonly runner: Runner;
  /** Assignments such as `NODE_ENV=test`, formatted for a script. */
  readonly environment: readonly string[];
}

/** Programs that run a script like `node` does. */
const INTERPRETERS = new Set(['node', 'nodejs', 'babel-node', 'ts-node', 'tsx', 'esmo', 'jiti']);

/** Programs whose arguments name runners without running them. */
const NOT_TESTS = new Set([
  'cd',
  'cp',
  'echo',
  'eslint',
  'git',
  'mkdir',
  'mv',
  'prettier',
  'rimraf',
  'rm',
  'tsc',
  'which',
  'standard',
  'xo',
  'tslint',
  'jshint',
  'karma',
  'electron-mocha',
  'sudo',
  'apt-get',
  'curl',
]);

/** Files below folders of tests that are no tests for Node. */
const NOT_TEST_FILES = /fixtures?|types?\b|typings|browser|bench|helpers?\b|(^|\/)run\.js$/i;

/** Words that only measure coverage or choose the shell, and are left out. */
const DROPPED_WRAPPERS =
  /^(cross-env|cross-env-shell|env|nyc|c8|istanbul|isparta|npx|exec|bunx|dlx)$/;

/** Wrappers that prepare the environment and must stay, with everything up to the runner. */
const KEPT_WRAPPERS = /^(env-cmd|dotenv|dotenvx|dotenv-run|infisical)$/;

/** Variables that would change the report or the number of tests. */
const DROPPED_VARIABLES = /^(CI|FORCE_COLOR|NO_COLOR|DEBUG|COVERAGE|COVERALLS\w*)=/;

/** Variables of commands, e.g. `A=b`. */
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/**
 * Finds a runner anywhere in a command, e.g. after `cross-env A=b`, `nyc` or `node --flag
 * path/_mocha`. `dependencies` are the packages that package.json lists.
 * @param isOwn - Whether the tree has a file of this path. `test/mocha.js` of the tree is no runner.
 */
export function runnerOf(
  command: readonly ShellWord[],
  dependencies: ReadonlySet<string>,
  isOwn: (path: string) => boolean,
): FoundRunner | undefined {
  const words = globbed(command);
  const assigned = words.findIndex(({ text }) => !ASSIGNMENT.test(text));
  const first = words[assigned];
  if (first === undefined || NOT_TESTS.has(programOf(first.text))) return undefined;
  const texts = words.map(({ text }) => text);
  if (/^(npm|yarn|pnpm|bun)$/.test(first.text) && isInstall(texts.slice(assigned + 1)))
    return undefined;
  if (first.text === 'bun' && texts[assigned + 1] === 'test') {
    return found(runnerNamed('bun'), words, assigned + 1);
  }
  for (const [at, { text, quoted }] of words.entries()) {
    const program = programOf(text);
    if (INTERPRETERS.has(program) && texts.includes('--test', at)) {
      const rest = words.filter(({ text: word }, index) => index <= at || word !== '--test');
      return found(runnerNamed('node:test'), rest, at);
    }
    if (text.includes('/') && isOwn(text)) continue;
    const runner = RUNNERS.find(({ programs }) => programs.includes(program));
    // A quoted word with spaces is a command of its own, and a file of this name is no program.
    if (runner !== undefined && !(quoted && text.includes(' '))) return found(runner, words, at);
  }
  return printedTap(words, dependencies);
}

/**
 * `node test/index.js` in a package that depends on tape: the script itself prints TAP. The same holds
 * for tap.
 */
function printedTap(
  words: readonly ShellWord[],
  dependencies: ReadonlySet<string>,
): FoundRunner | undefined {
  const at = words.findIndex(({ text }) => INTERPRETERS.has(programOf(text)));
  const tape = runnerNamed('tape');
  const prints = [...tape.dependencies, 'tap'].some((name) => dependencies.has(name));
  const file = words.findIndex(
    ({ text }, index) => index > at && /test|spec/i.test(text) && !NOT_TEST_FILES.test(text),
  );
  if (at === -1 || file === -1 || !prints) return undefined;
  const last = words[file];
  if (last === undefined || last.text.startsWith('-')) return undefined;
  return {
    ...found(tape, words, file),
    launcher: words.slice(at, file),
    path: formatWords([last]),
  };
}

function found(runner: Runner, words: readonly ShellWord[], at: number): FoundRunner {
  const before = words.slice(0, at);
  const own = words[at]?.text ?? '';
  const rest = words.slice(at + 1);
  // `istanbul cover _mocha -- args`
  const passed = rest[0]?.text === '--' ? rest.slice(1) : rest;
  const environment = before
    .filter(({ text }) => ASSIGNMENT.test(text) && !DROPPED_VARIABLES.test(text))
    .map(({ text }) => assignment(text));
  const launcher = launcherOf(before);
  const isPath = own.includes('/') && launcher.length > 0;
  return {
    runner,
    program: programOf(own),
    environment,
    launcher:
      runner.name === 'node:test' && programOf(own) !== 'node'
        ? [{ text: own, quoted: false }]
        : launcher,
    path: isPath ? formatWords([{ text: own, quoted: false }]) : undefined,
    words: runner.keep(passed),
  };
}

/** The words before a runner that it needs: an interpreter with its options, or a kept wrapper. */
function launcherOf(before: readonly ShellWord[]): readonly ShellWord[] {
  const kept = before.findIndex(({ text }) => KEPT_WRAPPERS.test(programOf(text)));
  if (kept !== -1) return before.slice(kept);
  const interpreter = before.findIndex(({ text }) => INTERPRETERS.has(programOf(text)));
  if (interpreter === -1) return [];
  const words = before.slice(interpreter);
  const wrapper = words.findIndex(({ text }) => DROPPED_WRAPPERS.test(programOf(text)));
  // `node node_modules/.bin/jest` is jest itself.
  const plain = words.length === 1 && /^node(js)?$/.test(words[0]?.text ?? '');
  return wrapper === -1 && !plain ? words : [];
}

/** Formats `A=b c` as `A='b c'`, which the shell still treats as an assignment. */
function assignment(text: string): string {
  const at = text.indexOf('=') + 1;
  const value = text.slice(at);
  return text.slice(0, at) + (/^[\w./:,=+@-]*$/.test(value) ? value : shellQuote(value));
}

/** `glob -c "node --test" "test/*.js"` is `node --test test/*.js`. */
function globbed(command: readonly ShellWord[]): readonly ShellWord[] {
  const option = command.findIndex(({ text }) => text === '-c' || text === '--cmd');
  const inner = command[option + 1];
  if (command[0]?.text !== 'glob' || option === -1 || inner === undefined) return command;
  const patterns = [...command.slice(1, option), ...command.slice(option + 2)];
  return [...shellWords(inner.text), ...patterns];
}

/** Returns `mocha` for `node_modules/.bin/mocha`, `mocha/bin/mocha.js` and `mocha`. */
function programOf(text: string): string {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/.][^/]*)\//.exec(text)?.[1];
  const base = text.slice(text.lastIndexOf('/') + 1).replace(/\.(c|m)?js$/, '');
  return inPackage !== undefined && /^(cli|run|main|index)$/.test(base) ? inPackage : base;
}

function isInstall(words: readonly string[]): boolean {
  const verb = words.find((word) => !word.startsWith('-'));
  return (
    verb !== undefined && /^(i|ci|add|install|remove|global|link|config|audit|why)$/.test(verb)
  );
}
