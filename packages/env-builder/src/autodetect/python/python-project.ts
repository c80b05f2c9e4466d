import { commandsOf, commandsOfTests, factsIn, readCiFacts } from '../ci/ci-files.ts';
import { ciRequirements } from './ci-requirements.ts';
import { djangoSettings } from './django-settings.ts';
import { pytestPaths } from './test-paths.ts';
import { readIni, type Ini } from '../draft/ini.ts';
import { noxCommands } from './nox-commands.ts';
import { pythonPath } from './python-path.ts';
import { TEST_EXTRA_NAMES } from './test-extras.ts';
import { strings, TEST_ENVIRONMENT, testRequirements } from './test-requirements.ts';
import { readTox } from './tox-settings.ts';
import { readToml, tableAt, textAt, type TomlTable } from '@refbench/base';
import type { TreeView } from '../draft/tree-view.ts';

/** How to install and test a commit, according to its files. */
export interface PythonProject {
  /** The name under which it is published; undefined if it is computed. */
  readonly name: string | undefined;
  readonly requires: string | undefined;
  readonly pinned: string | undefined;
  readonly classified: readonly string[];
  /** Whether it can be installed, that is, has a build backend or a setup.py. */
  readonly installable: boolean;
  /** The extras and dependency groups that tests need. */
  readonly extras: readonly string[];
  readonly groups: readonly string[];
  /** Whether pyproject.toml names other sources of packages than the registry, such as git hosts. */
  readonly otherSources: boolean;
  /** The requirement files that tests need. */
  readonly requirementFiles: readonly string[];
  /** Requirements that tox, nox, hatch, pdm and the like list for tests. */
  readonly requirements: readonly string[];
  /** Whether there are sources in Cython. */
  readonly cython: boolean;
  /** Whether it has modules that are compiled, of Cython or of another language. */
  readonly compiled: boolean;
  /** Whether pyproject.toml says what a build needs. Otherwise it uses what is installed. */
  readonly buildSystem: boolean;
  readonly poetryLock: boolean;
  readonly addopts: string | undefined;
  /** What pytest runs according to tox or continuous integration; empty for everything. */
  readonly testPaths: readonly string[];
  /** Why pytest runs the tests; undefined if no file mentions it. */
  readonly pytest: string | undefined;
  /** Whether the tests were written for nose, which knows tests by other names. */
  readonly nose: boolean;
  /** The module with Django's settings, of a project that does not mention pytest. */
  readonly djangoSettings: string | undefined;
  /** Folders from which tests import besides the root. */
  readonly pythonPath: readonly string[];
  /** What tox and continuous integration run in the root. */
  readonly rootCommands: readonly string[];
  readonly from: readonly string[];
}

/** Calls of test runners, and of what usually calls them. */
const RUNS_TESTS =
  /^(?!.*\b(install|add)\b.*pytest).*(\bpytest\b|\bpy\.test\b|\btox\b|\bnox\b|\bunittest\b|\bnosetests?\b|\bruntests\b|setup\.py test|manage\.py test|\bmake [\w-]*test|scripts?\/[\w-]*test)/;

/** Signs of compiled modules in setup.py, and tools that build them. */
const COMPILES =
  /\b(ext_modules|Extension\(|cffi_modules|rust_extensions|RustExtension|cythonize)|meson-python|mesonpy|scikit[-_]build|maturin|setuptools[-_]rust|pybind11|\bcffi\b/;

const REQUIREMENT_FILES =
  /^(requirements\/)?((test|tests|testing|dev|develop|ci)[-_]?requirements|requirements[-_.]?(test|tests|testing|dev|develop|ci|devel)|(test|tests|testing|dev|requirements-test))\.txt$|^tests?\/requirements\.txt$/;

export async function readPythonProject(view: TreeView): Promise<PythonProject> {
  const pyproject = readToml(await view.read('pyproject.toml'));
  const setupCfg = readIni((await view.read('setup.cfg')) ?? '');
  const setupPy = (await view.read('setup.py')) ?? '';
  const noxfile = (await view.read('noxfile.py')) ?? '';
  const pytestIni = readIni((await view.read('pytest.ini')) ?? '');
  const tox = await readTox(view, pyproject, setupCfg);
  const facts = await readCiFacts(view);
  const ciCommands = commandsOf(facts);
  const wanted = ciRequirements([
    ...commandsOfTests(facts, RUNS_TESTS),
    ...noxCommands(noxfile),
    ...tox.commands,
  ]);
  const project = tableAt(pyproject, 'project');
  const poetry = tableAt(pyproject, 'tool', 'poetry');
  const pytestOptions = tableAt(pyproject, 'tool', 'pytest', 'ini_options');
  const extras = chosenOf(extrasOf(pyproject, setupCfg, setupPy), [
    ...wanted.extras,
    ...tox.extras,
    ...hatchFeatures(pyproject),
  ]);
  const groups = chosenOf(Object.keys(tableAt(pyproject, 'dependency-groups')), [
    ...wanted.groups,
    ...tox.groups,
  ]);
  const files = requirementFilesOf(view, tox.deps, wanted.files);
  const hasFiles = files.length > 0 || view.has('requirements.txt');
  const requirements = [
    ...wanted.requirements,
    ...testRequirements({
      pyproject,
      setupCfg,
      setupPy,
      toxDeps: tox.deps,
      // Where there are requirement files, a Pipfile lists the same without versions.
      pipfile: hasFiles ? undefined : readToml(await view.read('Pipfile')),
      hasPoetryLock: view.has('poetry.lock'),
    }),
  ];
  const buildSystem = tableAt(pyproject, 'build-system');
  const backend = [textAt(buildSystem, 'build-backend'), ...strings(buildSystem['requires'])].join(
    ' ',
  );
  const cython = view.paths.some((path) => path.endsWith('.pyx'));
  const installable =
    'build-system' in (pyproject ?? {}) || 'project' in (pyproject ?? {}) || setupPy !== '';
  // Where nothing says what tests need, or what the project needs, this file usually does.
  const silent = [extras, groups, requirements, files].every(({ length }) => length === 0);
  const plain = (silent || !installable) && view.has('requirements.txt');
  const requirementFiles = plain ? [...new Set(['requirements.txt', ...files])] : files;
  const own = await pytestReason(view, ciCommands, requirementFiles);
  const nose = own === undefined ? await noseReason(view, ciCommands, requirementFiles) : undefined;
  const pytest = own ?? nose;
  return {
    name:
      textAt(project, 'name') ??
      textAt(poetry, 'name') ??
      setupCfg.get('metadata')?.get('name') ??
      /\bname\s*=\s*["']([\w.-]+)["']/.exec(setupPy)?.[1],
    requires:
      textAt(project, 'requires-python') ??
      textAt(tableAt(poetry, 'dependencies'), 'python') ??
      setupCfg.get('options')?.get('python_requires') ??
      /python_requires\s*=\s*["']([^"']+)["']/.exec(setupPy)?.[1],
    pinned: await view.read('.python-version'),
    classified: classifiersOf(pyproject, setupCfg, setupPy),
    installable,
    extras,
    groups,
    otherSources: 'sources' in tableAt(pyproject, 'tool', 'uv'),
    requirementFiles,
    requirements,
    cython,
    compiled: cython || COMPILES.test(setupPy) || COMPILES.test(backend),
    buildSystem: 'build-system' in (pyproject ?? {}),
    poetryLock: view.has('poetry.lock'),
    addopts:
      textAt(pytestOptions, 'addopts') ??
      pytestIni.get('pytest')?.get('addopts') ??
      setupCfg.get('tool:pytest')?.get('addopts') ??
      tox.ini.get('pytest')?.get('addopts'),
    testPaths:
      'testpaths' in pytestOptions
        ? []
        : pytestPaths(
            [...tox.commands, ...ciCommands].flatMap((text) => text.split('\n')),
            view,
          ),
    pytest,
    nose: nose !== undefined,
    djangoSettings:
      pytest === undefined
        ? await djangoSettings(view, [...ciCommands, ...tox.commands])
        : undefined,
    pythonPath: pythonPath(
      view,
      [...tox.variables, ...tox.commands, ...commandsOfTests(factsIn(facts, '.'), RUNS_TESTS)],
      facts,
    ),
    rootCommands: [...tox.commands, ...commandsOf(factsIn(facts, '.'))],
    from: ['pyproject.toml', 'setup.cfg', 'setup.py', 'tox.ini'].filter(view.has),
  };
}

/** The requirement files that are named after tests, and those that tox or commands install. */
function requirementFilesOf(
  view: TreeView,
  toxDeps: string,
  wanted: readonly string[],
): readonly string[] {
  const own = view.paths.filter((path) => REQUIREMENT_FILES.test(path));
  const named = toxDeps
    .split('\n')
    .flatMap((line) => /^-r\s*(?:\{toxinidir\}\/|\.\/)?(\S+)/.exec(line.trim())?.[1] ?? []);
  return [...new Set([...own, ...named, ...wanted])].filter(view.has);
}

/** The names that refer to tests, and those that commands name. `*` stands for all. */
function chosenOf(names: readonly string[], wanted: readonly string[]): readonly string[] {
  const named = names.filter((name) => wanted.includes(name) || wanted.includes('*'));
  return [...new Set([...pick(names), ...named])];
}

/** The extras that environments of hatch for tests install. */
function hatchFeatures(pyproject: TomlTable | undefined): readonly string[] {
  const environments = tableAt(pyproject, 'tool', 'hatch', 'envs');
  return Object.keys(environments)
    .filter((name) => TEST_ENVIRONMENT.test(name))
    .flatMap((name) => strings(tableAt(environments, name)['features']));
}

function extrasOf(
  pyproject: TomlTable | undefined,
  setupCfg: Ini,
  setupPy: string,
): readonly string[] {
  // The table is often a constant, to which more entries are added.
  const blocks = [...setupPy.matchAll(/\bextras?(?:_require)?\s*=\s*\{([\s\S]*?)\n\s*\}/gi)];
  const block = blocks.map(([, text]) => text).join('\n');
  const added = [...setupPy.matchAll(/\bextras?(?:_require)?\[["']([\w-]+)["']\]\s*=/gi)];
  return [
    ...Object.keys(tableAt(pyproject, 'project', 'optional-dependencies')),
    ...Object.keys(tableAt(pyproject, 'tool', 'poetry', 'extras')),
    ...(setupCfg.get('options.extras_require')?.keys() ?? []),
    ...[...block.matchAll(/["']([\w-]+)["']\s*:/g), ...added].map(([, name]) => name ?? ''),
  ];
}

/** Chooses all names that refer to tests, otherwise the first other candidate. */
function pick(names: readonly string[]): readonly string[] {
  const wanted = TEST_EXTRA_NAMES.filter((name) => names.includes(name));
  const own = wanted.filter((name) => /test/.test(name));
  return own.length > 0 ? own : wanted.slice(0, 1);
}

function classifiersOf(
  pyproject: TomlTable | undefined,
  setupCfg: Ini,
  setupPy: string,
): readonly string[] {
  const listed = tableAt(pyproject, 'project')['classifiers'];
  const text = [
    ...strings(listed),
    setupCfg.get('metadata')?.get('classifiers') ?? '',
    setupPy,
  ].join('\n');
  return [...text.matchAll(/Programming Language :: Python :: (3\.\d+)/g)].map(([, v]) => v ?? '');
}

/** Modules of tests that are read at most. */
const READ_TESTS = 40;

async function pytestReason(
  view: TreeView,
  commands: readonly string[],
  requirements: readonly string[],
): Promise<string | undefined> {
  const own = ['pytest.ini', 'conftest.py', 'tests/conftest.py', 'test/conftest.py'].find(view.has);
  if (own !== undefined) return `${own} exists`;
  const mention = await mentioned(view, /\bpytest\b/, requirements);
  if (mention !== undefined) return `${mention} mentions pytest`;
  const call = commands.find((line) => /\b(pytest|py\.test)\b/.test(line));
  if (call !== undefined) return `continuous integration runs ${JSON.stringify(call)}`;
  const tests = view.paths.filter((path) => /(^|\/)(test_[^/]*|[^/]*_test)\.py$/.test(path));
  for (const path of tests.slice(0, READ_TESTS)) {
    const text = (await view.read(path)) ?? '';
    if (/^(import|from) pytest\b/m.test(text)) return `${path} imports pytest`;
  }
  return undefined;
}

/** nose is no longer maintained and does not run on Python 3.10. pytest runs functions and classes as nose does. */
async function noseReason(
  view: TreeView,
  commands: readonly string[],
  requirements: readonly string[],
): Promise<string | undefined> {
  const pattern = /\bnose(tests|2)?\b/;
  const mention = await mentioned(view, pattern, requirements);
  if (mention !== undefined) return `${mention} mentions nose, whose tests pytest runs`;
  const call = commands.find((line) => pattern.test(line));
  if (call === undefined) return undefined;
  return `continuous integration runs ${JSON.stringify(call)}, and pytest runs its tests`;
}

/** The first file about tools that matches. */
async function mentioned(
  view: TreeView,
  pattern: RegExp,
  requirements: readonly string[],
): Promise<string | undefined> {
  const files = ['pyproject.toml', 'setup.cfg', 'tox.ini', 'tox.toml', 'setup.py', 'noxfile.py'];
  const named = view.paths.filter((path) => REQUIREMENT_FILES.test(path));
  for (const path of [...files, ...named, 'Pipfile', ...requirements]) {
    if (pattern.test((await view.read(path)) ?? '')) return path;
  }
  return undefined;
}
