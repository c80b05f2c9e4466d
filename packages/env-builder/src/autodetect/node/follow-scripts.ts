import { posix } from 'node:path';
import { makeLines } from '../draft/makefile.ts';
import { formatWords, shellCommands, type ShellWord } from '../draft/shell-words.ts';
import type { TreeView } from '../draft/tree-view.ts';
import { runnerOf, type FoundRunner } from './invocation.ts';
import { dependencyNames, type PackageJson } from './package-json.ts';

/** A runner, and what leads to it. */
export interface FoundTests extends FoundRunner {
  /** Commands that must run before, because the scripts build something with them. */
  readonly builds: readonly string[];
  /** The names of the scripts and targets that were followed. */
  readonly trail: readonly string[];
  /** The line that calls the runner. */
  readonly line: string;
}

/** Everything in one folder that a command can refer to. */
export interface Scripts {
  readonly manifest: PackageJson;
  readonly makefile: string | undefined;
  /** Returns the text of a file below the folder. */
  readonly read: (path: string) => Promise<string | undefined>;
  /** Whether there is such a file below the folder. */
  readonly has: (path: string) => boolean;
}

export async function scriptsIn(
  view: TreeView,
  folder: string,
  manifest: PackageJson,
): Promise<Scripts> {
  const inFolder = (path: string): string => {
    const plain = path.replace(/^\.\//, '');
    return folder === '.' ? plain : `${folder}/${plain}`;
  };
  return {
    manifest,
    makefile: await view.read(inFolder('Makefile')),
    read: (path) => view.read(inFolder(path)),
    has: (path) => view.has(inFolder(path)),
  };
}

/** The maximum number of references `test` -> `test:unit` -> `make test` ... that are followed. */
const MAX_DEPTH = 8;

const BUILDS =
  /build|compile|\btsc\b|babel|rollup|webpack|bundle|esbuild|tsup|microbundle|swc|coffee|generate|codegen|patch-package|\bpeg|\bgulp|\bgrunt|prepare|transpile|\bdist\b/;

const NOT_BUILDS =
  /lint|prettier|husky|docs?\b|storybook|--watch|tsc .*--noEmit|type-?check|changelog/;

/** Whether a line builds something that tests may need. Linting is not needed for the tests. */
export function isBuild(line: string): boolean {
  return BUILDS.test(line) && !NOT_BUILDS.test(line);
}

/** Finds all calls of test runners in a line and in the scripts that it refers to, in their order. */
export async function followLine(
  line: string,
  scripts: Scripts,
  path: readonly string[] = [],
): Promise<readonly FoundTests[]> {
  if (path.length === MAX_DEPTH) return [];
  const dependencies = dependencyNames(scripts.manifest);
  const all: FoundTests[] = [];
  const builds: string[] = [];
  for (const command of shellCommands(line)) {
    const references = await referencedLines(command, scripts);
    const own =
      references.length === 0
        ? (runnerOf(command, dependencies, scripts.has) ?? (await ownTests(command, scripts)))
        : undefined;
    if (own !== undefined) all.push({ ...own, builds: [...builds], trail: [], line });
    // `npm test -- --config x` passes its arguments on.
    const dashes = command.findIndex(({ text }) => text === '--');
    const passed = dashes === -1 ? [] : command.slice(dashes + 1);
    const direct = references.length === 1 ? formatWords(command) : undefined;
    let any = own !== undefined;
    for (const { name, line: next, before } of references) {
      // `pnpm -r test` is itself the script "test".
      if (path.includes(`${name} ${next}`)) continue;
      const found = await followLine(next, scripts, [...path, `${name} ${next}`]);
      const needed = [...builds, ...before.filter(isBuild)];
      if (found.length === 0 && isBuild(`${name} ${next}`)) builds.push(direct ?? next);
      any ||= found.length > 0;
      for (const one of found) {
        all.push({
          ...one,
          words: [...one.words, ...one.runner.keep(passed)],
          environment: [...environmentOf(command), ...one.environment],
          builds: [...needed, ...one.builds],
          trail: [name, ...one.trail],
        });
      }
    }
    const text = formatWords(command);
    if (!any && references.length === 0 && isBuild(text)) builds.push(text);
  }
  return all;
}

/** Files that a file of tests imports are looked at, too, up to this number. */
const MAX_IMPORTS = 20;

/** `node test/index.js`, where the file itself, or what it imports, uses the test runner of Node.js. */
async function ownTests(
  command: readonly ShellWord[],
  { manifest, read, has }: Scripts,
): Promise<FoundRunner | undefined> {
  const node = command.findIndex(({ text }) => text === 'node');
  const file = command.findIndex(({ text }, at) => at > node && /\.[cm]?[jt]s$/.test(text));
  const path = command[file]?.text.replace(/^\.\//, '') ?? '';
  if (node === -1 || file === -1 || !/test|spec/i.test(path)) return undefined;
  const text = (await read(path)) ?? '';
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
  const imported = [...text.matchAll(/(?:from|import|require\()\s*['"](\.[^'"]+)['"]/g)]
    .slice(0, MAX_IMPORTS)
    .map(([, name = '']) => posix.join(folder, name));
  const texts = [text, ...(await Promise.all(imported.map(read))).map((one) => one ?? '')];
  if (!texts.some((one) => /['"]node:test['"]/.test(one))) return undefined;
  const words = command.toSpliced(node + 1, 0, { text: '--test', quoted: false });
  return runnerOf(words, dependencyNames(manifest), has);
}

/** Returns the assignments at the begin of a command that runs a script, e.g. `A=b npm run unit`. */
function environmentOf(command: readonly ShellWord[]): readonly string[] {
  const first = command.findIndex(({ text }) => !/^[A-Za-z_]\w*=/.test(text));
  const start = command[first]?.text === 'cross-env' ? first + 1 : 0;
  const assigned: string[] = [];
  for (const { text } of command.slice(start)) {
    if (!/^[A-Za-z_]\w*=[\w./:-]*$/.test(text)) break;
    assigned.push(text);
  }
  return assigned.filter((text) => !text.startsWith('CI='));
}

interface Reference {
  readonly name: string;
  readonly line: string;
  /** Scripts that npm runs before this one. */
  readonly before: readonly string[];
}

const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun']);

const SEVERAL = new Set([
  'run-s',
  'run-p',
  'npm-run-all',
  'npm-run-all2',
  'wireit',
  'concurrently',
]);

/** Returns the commands of the scripts, targets and files that a command refers to. */
async function referencedLines(
  command: readonly ShellWord[],
  { manifest, makefile, read }: Scripts,
): Promise<readonly Reference[]> {
  const dashes = command.findIndex(({ text }) => text === '--');
  const texts = command.map(({ text }) => text);
  const at = texts.findIndex((text) => MANAGERS.has(text) || SEVERAL.has(text));
  const [program = '', ...rest] = at === -1 ? texts : texts.slice(at);
  const plain = rest
    .slice(0, dashes === -1 ? undefined : Math.max(0, dashes - at - 1))
    .filter((word) => !word.startsWith('-'));
  if (program === 'make') {
    const target = plain[0] ?? 'test';
    if (makefile === undefined) return [];
    return makeLines(makefile, target).map((line) => ({
      name: `make ${target}`,
      line,
      before: [],
    }));
  }
  const file = /^(ba|z)?sh$/.test(program) ? plain[0] : program;
  if (file !== undefined && /^[\w./-]+\.sh$/.test(file)) {
    const lines = ((await read(file)) ?? '').replace(/\\\n/g, ' ').split('\n');
    const commands = lines.filter((line) => /^\s*[^#\s]/.test(line));
    return commands.map((line) => ({ name: file, line, before: [] }));
  }
  const names = MANAGERS.has(program)
    ? // `bun test` is bun's own runner, also if a script has this name.
      program === 'bun' && plain[0] === 'test'
      ? []
      : [scriptNamed(plain)]
    : SEVERAL.has(program)
      ? plain.map((word) => word.replace(/^(npm|yarn|pnpm)(:| run )/, ''))
      : [];
  return names
    .flatMap((name) => matchingScripts(manifest, name))
    .map((name) => ({
      name,
      line: manifest.scripts[name] ?? '',
      before: [manifest.scripts[`pre${name}`] ?? ''],
    }));
}

function scriptNamed([first, second]: readonly string[]): string {
  if (first === 't' || first === 'tst') return 'test';
  return (first === 'run' || first === 'run-script' ? second : first) ?? '';
}

/** Returns the scripts that a name or a pattern such as `test:*` stands for. */
function matchingScripts(manifest: PackageJson, name: string): readonly string[] {
  if (!name.includes('*')) return name in manifest.scripts ? [name] : [];
  const pattern = name
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return Object.keys(manifest.scripts).filter((one) => new RegExp(`^${pattern}$`).test(one));
}
