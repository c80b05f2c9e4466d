import { filesNamed, readTexts, type TreeView } from '../draft/tree-view.ts';
import type { Requirement } from './compiler-image.ts';
import { boostPackages, isTestLibrary, libraryPackages, withoutVersion } from './libraries.ts';

const MAX_FILES = 300;
const FOREIGN =
  /(^|\/)(3rd_?party|third-?party|external|extern|deps|subprojects|submodules|build)\//i;

/** What the CMake files of a commit say. Commands are searched for by name and never executed. */
export interface CmakeLists {
  readonly definesTests: boolean;
  /** Whether it builds programs whose names, or those of their folders, say that they are tests. */
  readonly buildsTestPrograms: boolean;
  /** Disabled options that add tests. */
  readonly testOptions: readonly string[];
  /** Enabled options that add benchmarks. */
  readonly benchmarkOptions: readonly string[];
  readonly requirements: readonly Requirement[];
  /** Packages of the distribution for the libraries that the project looks for. */
  readonly systemPackages: readonly string[];
  /** The names under which FetchContent gets GoogleTest. */
  readonly fetchedGoogleTest: readonly string[];
  /** Whether tests are looked for in a folder for programs that only the caller can name. */
  readonly namesProgramFolder: boolean;
}

export async function readCmakeLists(view: TreeView): Promise<CmakeLists> {
  const root = withoutComments((await view.read('CMakeLists.txt')) ?? '');
  const project = /\bproject\s*\(\s*"?([\w.+-]+)/i.exec(root)?.[1] ?? '';
  const paths = filesNamed(view, /^CMakeLists\.txt$|\.cmake$/).filter(
    (path) => !FOREIGN.test(path) && path !== 'CMakeLists.txt',
  );
  const read = paths.slice(0, MAX_FILES);
  const others = (await readTexts(view, read)).map(withoutComments);
  const text = [root, ...others]
    .join('\n')
    .replace(/\$\{(CMAKE_)?PROJECT_NAME\}/g, project.replaceAll('$', ''));
  return {
    definesTests:
      /\b(enable_testing|add_test|\w+_discover_tests|gtest_add_tests|include\s*\(\s*CTest)\b/i.test(
        text,
      ),
    buildsTestPrograms:
      /\badd_executable\s*\(\s*\w*test/i.test(text) ||
      others.some(
        (one, index) => isTestFolder(read[index] ?? '') && /\badd_executable\b/i.test(one),
      ),
    testOptions: enablesTests(root) ? [] : testOptions(text),
    benchmarkOptions: benchmarkOptions(text),
    requirements: requirementsOf(root, text),
    systemPackages: packagesOf(text),
    fetchedGoogleTest: fetched(text).flatMap(({ name, source }) =>
      isGoogleTest(name) || /googletest/i.test(source) ? [name] : [],
    ),
    namesProgramFolder:
      /\badd_test\s*\([^)]*\$\{CMAKE_RUNTIME_OUTPUT_DIRECTORY\}/i.test(text) &&
      !/\bset\s*\(\s*CMAKE_RUNTIME_OUTPUT_DIRECTORY\b/i.test(text),
  };
}

function withoutComments(text: string): string {
  return text.replace(/^\s*#.*$/gm, '');
}

function isTestFolder(path: string): boolean {
  return /test[^/]*\//i.test(path);
}

export function isGoogleTest(name: string): boolean {
  return /^(googletest|gtest|gmock|googlemock)$/i.test(name);
}

/** Whether the project builds its tests by itself; then options that are off add others, e.g. the same ones twice. */
function enablesTests(root: string): boolean {
  return enabledOptions(root).some(
    (name) =>
      name !== 'BUILD_TESTING' &&
      isTestOption(name) &&
      /(?:BUILD|ENABLE|WITH)\w*TEST|TESTS$/i.test(name),
  );
}

/** Options whose names refer to tests, but not to sanitizers, fuzzing, benchmarks or documentation. */
function testOptions(text: string): readonly string[] {
  const options = [
    // A project may have a function of its own around `option`.
    ...text.matchAll(/\b\w*option\s*\(\s*(\w+)\s+"(?:[^"\\]|\\.)*"\s*([^\s)"]*)/gi),
    // Without a description, the value is taken for one, so the option is off.
    ...text.matchAll(/\boption\s*\(\s*(\w+)(?:\s+\w+)?\s*(\))/gi),
    ...text.matchAll(/\bset\s*\(\s*(\w+)\s+"?(OFF|FALSE|NO|0)"?\s+CACHE\s+BOOL\b/gi),
  ];
  const known = new Set([
    ...options.map(([, name = '']) => name),
    ...[...text.matchAll(/\b(?:set|foreach)\s*\(\s*(\w+)/gi)].map(([, name = '']) => name),
  ]);
  const guards = [...text.matchAll(/\bif\s*\(\s*(?:DEFINED\s+)?(\w+)\s*\)/gi)]
    .map(([, name = '']) => name)
    .filter((name) => !known.has(name) && UNDECLARED.test(name));
  const disabled = options.flatMap(([, name = '', value = '']) =>
    value === '' || /^(\)|OFF|FALSE|NO|0)$/i.test(value) ? [name] : [],
  );
  return [...new Set([...disabled, ...guards])].filter(
    (name) => name !== 'BUILD_TESTING' && isTestOption(name),
  );
}

function benchmarkOptions(text: string): readonly string[] {
  return [...new Set(enabledOptions(text).filter((name) => /BENCH/i.test(name)))];
}

function enabledOptions(text: string): readonly string[] {
  const enabled = text.matchAll(
    /\b\w*option\s*\(\s*(\w+)\s+"(?:[^"\\]|\\.)*"\s*(?:ON|TRUE|YES|1)\b/gi,
  );
  return [...enabled].map(([, name = '']) => name);
}

/** Variables that only the caller sets, e.g. `if(BUILD_TESTS)` without an option of that name. */
const UNDECLARED = /^(\w+_)?((BUILD|ENABLE|WITH)_(\w+_)?(UNIT_?)?TESTS?(ING)?|TESTS_ENABLED)$/;

const OTHER_PURPOSE =
  /fuzz|bench|sanit|(^|_)(a|l|m|t|ub)san(_|$)|valgrind|cov|perf|install|docs|cuda|python|network|online|only|(^|_)(no|not|disabled?|skip|exclude|without)(_|$)/i;

function isTestOption(name: string): boolean {
  return /test|_DEVELOPER_MODE$/i.test(name) && !OTHER_PURPOSE.test(name);
}

function requirementsOf(root: string, text: string): readonly Requirement[] {
  const cmake = /\bcmake_minimum_required\s*\(\s*VERSION\s+(\d+\.\d+)/i.exec(root)?.[1];
  // Targets of Catch 3 that Catch 2 does not have.
  const looksForCatch3 =
    /\bfind_package\s*\(\s*Catch2\s+3/i.test(text) ||
    (/\bfind_package\s*\(\s*Catch2\b/i.test(text) && /Catch2::Catch2WithMain/.test(text)) ||
    fetched(text).some(({ name, source }) => /^catch2$/i.test(name) && /\bv?3\.\d/.test(source));
  return [
    ...(cmake === undefined ? [] : [{ tool: 'cmake', version: cmake } as const]),
    ...(looksForCatch3 ? [{ tool: 'catch2', version: '3' } as const] : []),
  ];
}

/** Libraries that are required, that tests use, or that would be downloaded otherwise. */
function packagesOf(text: string): readonly string[] {
  const found = [...text.matchAll(/\bfind_package\s*\(\s*([\w.+-]+)([^)]*)\)/gi)].map(
    ([, name = '', rest = '']) => ({ name, rest }),
  );
  const modules = [...text.matchAll(/\bpkg_(?:check|search)_modules?\s*\(\s*\w+\s+([^)]*)\)/gi)];
  const names = [
    ...found.flatMap(({ name, rest }) =>
      /\bREQUIRED\b/.test(rest) || isTestLibrary(name) ? [name] : [],
    ),
    ...modules.flatMap(([, rest = '']) => (/\bREQUIRED\b/.test(rest) ? wordsOf(rest) : [])),
    ...fetched(text).flatMap(({ name, source }) => [name, repositoryName(source)]),
  ];
  const boost = found.filter(({ name }) => name === 'Boost');
  const parts = boost.flatMap(({ rest }) => rest.split(/\s+/));
  return [
    ...libraryPackages(names, ownLibraries(text)),
    ...(boost.length === 0 ? [] : boostPackages(parts)),
  ];
}

/** Projects and libraries that the tree builds itself. */
function ownLibraries(text: string): readonly string[] {
  const projects = text.matchAll(/\bproject\s*\(\s*"?([\w.+-]+)/gi);
  const libraries = text.matchAll(
    /\badd_library\s*\(\s*([\w.+-]+)(?!\s+(?:\w+\s+)?(?:IMPORTED|ALIAS|INTERFACE))\b/gi,
  );
  return [...projects, ...libraries].map(([, name = '']) => name);
}

/** The modules of `REQUIRED IMPORTED_TARGET libfoo>=1.2`. */
function wordsOf(rest: string): readonly string[] {
  return rest.split(/[\s"]+/).map(withoutVersion);
}

interface Fetched {
  readonly name: string;
  readonly source: string;
}

function fetched(text: string): readonly Fetched[] {
  return [...text.matchAll(/\bFetchContent_Declare\s*\(\s*([\w.+-]+)([^)]*)\)/gi)].map(
    ([, name = '', source = '']) => ({ name, source }),
  );
}

function repositoryName(source: string): string {
  return /\/([\w.+-]+?)(?:\.git)?(?:\/archive\/\S+|"|\s|$)/.exec(source)?.[1] ?? '';
}
