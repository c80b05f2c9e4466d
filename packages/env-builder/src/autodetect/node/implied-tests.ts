import type { TreeView } from '../draft/tree-view.ts';
import { dependencyMajor, dependencyNames, type PackageJson } from './package-json.ts';
import { dependedRunner, scriptThatCallsMocha } from './mocha-in-script.ts';
import { MOCHA_IN_SCRIPT } from './runners-json.ts';
import { PRINTED_BY_SCRIPT } from './runners-other.ts';
import { runnerNamed } from './runners.ts';
import type { TestCommand } from './test-command.ts';

/** What a command has that no script gives. */
const PLAIN = {
  launcher: [],
  path: undefined,
  environment: [],
  words: [],
  folder: '.',
  major: undefined,
  builds: [],
} as const;

/**
 * Returns the runner that a package depends on, if nothing calls one. The runner finds its test files
 * itself.
 */
export async function impliedTestCommands(
  view: TreeView,
  manifest: PackageJson,
): Promise<readonly TestCommand[]> {
  const dependencies = dependencyNames(manifest);
  const named = dependedRunner(manifest);
  const dependency = named?.dependencies.find((name) => dependencies.has(name));
  if (named === undefined || dependency === undefined) {
    const alone = scriptsAlone(view);
    return alone.length > 0 ? alone : printedByScript(manifest);
  }
  const tasks = NAMES_NO_FILES.has(named.name) ? await taskFiles(view) : [];
  const inScript = tasks.length === 0 ? scriptThatCallsMocha(manifest) : undefined;
  const runner = inScript === undefined ? named : runnerNamed(MOCHA_IN_SCRIPT);
  const words = tasks.length === 0 && runner.name === 'mocha' ? mochaFiles(view) : tasks;
  return [
    {
      ...PLAIN,
      runner,
      program: runner.programs.includes(dependency) ? dependency : (runner.programs[0] ?? ''),
      // Tasks expand `**` as mocha does, and the shell does not.
      words: words.map((text) => ({
        text,
        quoted: runner.name === 'mocha' && text.includes('**'),
      })),
      major: dependencyMajor(manifest, runner.dependencies),
      origin: { file: 'package.json', text: JSON.stringify(inScript ?? dependency) },
      because:
        inScript === undefined
          ? `package.json depends on ${dependency}`
          : `package.json scripts.test = ${JSON.stringify(inScript)}, and it depends on ${dependency}`,
    },
  ];
}

/** Mocha alone only looks directly into `test`. */
function mochaFiles(view: TreeView): readonly string[] {
  const configured = view.paths.some((path) => /^(\.mocharc\.\w+|test\/mocha\.opts)$/.test(path));
  if (configured || view.paths.some((path) => /^test\/[^/]+\.[cm]?js$/.test(path))) return [];
  const folder = ['test', 'tests', 'spec', 'specs'].find((name) =>
    view.paths.some((path) => path.startsWith(`${name}/`) && path.endsWith('.js')),
  );
  return folder === undefined ? [] : ['--recursive', folder];
}

/** Runners that need to be told their files, unless those have the usual places. */
const NAMES_NO_FILES = new Set(['mocha', 'nodeunit', 'tape', 'vows', 'qunit']);

/** Returns the test files that a Gruntfile or gulpfile names. It also names those that are only linted. */
async function taskFiles(view: TreeView): Promise<readonly string[]> {
  const path = ['Gruntfile.js', 'gruntfile.js', 'gulpfile.js', 'Gulpfile.js'].find(view.has);
  const text = (path === undefined ? undefined : await view.read(path)) ?? '';
  const named = [...text.matchAll(/['"](?:\.\/)?((?:tests?|specs?)\/[\w./*{},-]*\.js)['"]/g)]
    .map(([, file = '']) => file)
    .filter((file) => !/fixture|browser|karma|jasmine/.test(file));
  // A task that runs files is nearer than one that lints all of them.
  const near = text.search(/mocha|nodeunit|tape|vows/i);
  if (near < 0) return [];
  const after = named.filter((file) => text.lastIndexOf(file) > near);
  const plain = after.filter((file) => /[-._]?(test|spec)s?\.js$|unit/.test(file));
  return [...new Set(plain.length > 0 ? plain : after)];
}

/** Scripts that test nothing, and tests that need a browser. */
const NO_TESTS =
  /no test specified|^\s*(?:echo|exit|true|:)\b[^&;|]*$|^\s*(?:npx )?(?:eslint|standard|jshint|xo|tslint|prettier|tsc|npm run lint)\b[^&;|]*$|karma|electron|playwright|cypress|wdio|nightwatch|testem|sauce|browserstack|puppeteer|airtap|zuul/;

/** The test script as it is, which may print its tests. */
function printedByScript(manifest: PackageJson): readonly TestCommand[] {
  const script = manifest.scripts['test'];
  if (script === undefined || NO_TESTS.test(script)) return [];
  return [
    {
      ...PLAIN,
      runner: runnerNamed(PRINTED_BY_SCRIPT),
      program: 'npm',
      origin: { file: 'package.json', text: JSON.stringify(script) },
      because: `package.json scripts.test = ${JSON.stringify(script)}, whose runner is not known`,
    },
  ];
}

/** Fewer scripts than this are no suite whose parts can be told apart. */
const MIN_SCRIPTS = 10;

/** Finds tests that are scripts of their own, which fail by their exit status. */
function scriptsAlone(view: TreeView): readonly TestCommand[] {
  for (const folder of ['test', 'tests']) {
    for (const [name, pattern] of TEST_FILES) {
      const files = view.paths.filter(
        (path) => path.startsWith(`${folder}/`) && name.test(path.slice(folder.length + 1)),
      );
      if (files.length < MIN_SCRIPTS) continue;
      const text = `${folder}/${pattern}`;
      return [
        {
          ...PLAIN,
          runner: runnerNamed('scripts'),
          program: 'node',
          words: [{ text, quoted: false }],
          origin: { file: 'package.json', text: '"scripts"' },
          because: `no test runner is known, and there are ${files.length} scripts ${text}`,
        },
      ];
    }
  }
  return [];
}

const TEST_FILES: readonly (readonly [name: RegExp, pattern: string])[] = [
  [/^test\.[\w.-]+\.js$/, 'test.*.js'],
  [/^test-[\w.-]+\.js$/, 'test-*.js'],
  [/^[\w.-]+\.test\.js$/, '*.test.js'],
  [/^[\w.-]+-test\.js$/, '*-test.js'],
  [/^[\w.-]+_test\.js$/, '*_test.js'],
];
