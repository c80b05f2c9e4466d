import { shellQuote } from '@refbench/base';
import { REMEMBER_TREE, RESTORE_TREE } from '../draft/keep-tree.ts';
import { recipeOf, type RecipeParts } from '../draft/recipe-of.ts';
import {
  reasonFor,
  unsupported,
  type Detector,
  type DetectorInput,
  type RecipeDraft,
  type Unsupported,
} from '../draft/recipe-draft.ts';
import { unionOf } from '../draft/tree-view.ts';
import { clonedGoogleTest, GOOGLETEST, serveGoogleTest } from './cloned-google-test.ts';
import { isGoogleTest, readCmakeLists } from './cmake-lists.ts';
import { compilerImage } from './compiler-image.ts';
import { libraryPackages } from './libraries.ts';
import {
  fillLibraries,
  LIBRARY_SUBMODULE,
  libraryName,
  librarySubmodules,
  type LibrarySubmodule,
} from './library-submodules.ts';
import { FORGET_PROGRAMS } from './ninja.ts';
import { printedLines } from './printed-lines.ts';
import { TREE_BESIDE_BUILD } from './tree-beside-build.ts';
import { isMissing, submodulesOf } from '../draft/submodules.ts';

/** Detects CMake projects with ctest tests. */
export const detectCmake: Detector = (input) => draftOf(input, false);

/** Detects CMake projects that define no tests, but build programs that are tests. */
export const detectTestPrograms: Detector = (input) => draftOf(input, true);

async function draftOf(
  input: DetectorInput,
  testPrograms: boolean,
): Promise<RecipeDraft | Unsupported | undefined> {
  const { base, golden, adjustments } = input;
  if (!base.has('CMakeLists.txt')) return undefined;
  const [atBase, atGolden] = await Promise.all([readCmakeLists(base), readCmakeLists(golden)]);
  if (testPrograms ? !atBase.buildsTestPrograms : !atBase.definesTests) {
    return unsupported('no CMakeLists.txt defines a test', 'write a run_tests that runs its tests');
  }
  const image = compilerImage(input, [...atBase.requirements, ...atGolden.requirements]);
  const options = unionOf(atBase.testOptions, atGolden.testOptions);
  const fetched = unionOf(atBase.fetchedGoogleTest, atGolden.fetchedGoogleTest);
  const submodules = await submodulesOf(base);
  // No package has the sources of this library, which benchmarks alone need.
  const disabled = submodules.some((one) => one.name === 'benchmark' && isMissing(base, one))
    ? unionOf(atBase.benchmarkOptions, atGolden.benchmarkOptions)
    : [];
  const cloned = [await clonedGoogleTest(base), await clonedGoogleTest(golden)];
  const isCloned = cloned.some((references) => references !== undefined);
  const names = [...submodules.map(libraryName), ...(isCloned ? ['googletest'] : [])];
  const libraries = librarySubmodules(submodules, base);
  const packages = unionOf(
    [...atBase.systemPackages, ...libraryPackages(names)],
    atGolden.systemPackages,
  );
  return {
    kind: 'draft',
    baseImage: image.image,
    manifests: [],
    testTimeoutSeconds: 900,
    reasons: [
      image.reason,
      {
        choice: 'cmake and ctest',
        because: testPrograms
          ? 'CMakeLists.txt builds test programs, which become tests'
          : 'CMakeLists.txt defines tests',
      },
      ...reasonFor(
        options.map((name) => `-D${name}=ON`),
        'these options enable tests',
      ),
      ...reasonFor(packages, 'the build looks for these libraries'),
    ],
    ...(await recipeOf({
      systemPackages: unionOf(packages, adjustments.systemPackages),
      ...(isCloned ? { install: serveGoogleTest(unionOf(cloned[0] ?? [], cloned[1] ?? [])) } : {}),
      shell: shellOf({
        programFolder: atBase.namesProgramFolder || atGolden.namesProgramFolder,
        testPrograms,
        options,
        disabled,
        fetched,
        submodules: submodules
          .filter((one) => isGoogleTest(one.name) && isMissing(base, one))
          .map(({ path }) => path),
        libraries,
      }),
      suite: adjustments.printedTests ? PRINTED : SUITE,
      programs: [
        'ctest-cases.mjs',
        'ctest-programs.mjs',
        'without-werror.sh',
        ...(testPrograms ? [TEST_PROGRAMS] : []),
        ...(libraries.length > 0 ? [LIBRARY_SUBMODULE] : []),
      ],
    })),
  };
}

/** A project may enable tests only after the folders that add them, or never, so that ctest knows none. */
const CONFIGURE = `refbench_cmake || return
  (cd "$REFBENCH_BUILD" && ctest -N) | grep -q '^Total Tests: 0$' || return 0
  echo 'enable_testing()' >"$REFBENCH_BUILD/enable-testing.cmake"
  refbench_cmake -DCMAKE_PROJECT_INCLUDE="$REFBENCH_BUILD/enable-testing.cmake"`;

/** Makes tests of test programs. */
const TEST_PROGRAMS = 'test-programs.cmake';

const PROGRAM_FOLDER = ' -DCMAKE_RUNTIME_OUTPUT_DIRECTORY="$REFBENCH_BUILD/programs"';

interface ShellParts {
  /** Whether to name a folder for programs. */
  readonly programFolder: boolean;
  /** Whether test programs become tests. */
  readonly testPrograms: boolean;
  readonly options: readonly string[];
  readonly disabled: readonly string[];
  /** FetchContent's names of GoogleTest. */
  readonly fetched: readonly string[];
  /** The submodules of GoogleTest. */
  readonly submodules: readonly string[];
  /** The submodules of other libraries that the distribution has. */
  readonly libraries: readonly LibrarySubmodule[];
}

function shellOf({
  programFolder,
  testPrograms,
  options,
  disabled,
  fetched,
  submodules,
  libraries,
}: ShellParts): string {
  const defines = [
    'CMAKE_BUILD_TYPE=Debug',
    // Assertions stay, but tests run several times faster than without any optimisation.
    'CMAKE_C_FLAGS_DEBUG=-O1',
    'CMAKE_CXX_FLAGS_DEBUG=-O1',
    // CMake 4 refuses projects that ask for less than 3.5.
    'CMAKE_POLICY_VERSION_MINIMUM=3.5',
    // Libraries of the distribution instead of downloads.
    'FETCHCONTENT_TRY_FIND_PACKAGE_MODE=ALWAYS',
    'FETCHCONTENT_UPDATES_DISCONNECTED=ON',
    ...fetched.map((name) => `FETCHCONTENT_SOURCE_DIR_${name.toUpperCase()}=${GOOGLETEST}`),
    ...['BUILD_TESTING', ...options].map((name) => `${name}=ON`),
    ...disabled.map((name) => `${name}=OFF`),
  ].map((define) => shellQuote(`-D${define}`));
  const folder = '$(realpath -- "$(dirname -- "${BASH_SOURCE[0]}")")';
  const paths = [
    `REFBENCH_COMPILER="bash;${folder}/without-werror.sh"\nexport REFBENCH_COMPILER\n`,
    ...(testPrograms
      ? [`REFBENCH_TEST_PROGRAMS="${folder}/${TEST_PROGRAMS}"\nexport REFBENCH_TEST_PROGRAMS\n`]
      : []),
  ].join('');
  const include = testPrograms ? ' -DCMAKE_PROJECT_INCLUDE="$REFBENCH_TEST_PROGRAMS"' : '';
  return `export REFBENCH_BUILD=$HOME/build CTEST_OUTPUT_ON_FAILURE=1
${paths}refbench_cmake() {
  cmake -S . -B "$REFBENCH_BUILD" -G "\${CMAKE_GENERATOR:-Ninja}" --no-warn-unused-cli \\
    -DCMAKE_C_COMPILER_LAUNCHER="$REFBENCH_COMPILER" -DCMAKE_CXX_COMPILER_LAUNCHER="$REFBENCH_COMPILER" \\
    ${defines.join(' ')}${programFolder ? PROGRAM_FOLDER : ''}${include} "$@"
}
refbench_configure() {
  ${testPrograms ? 'refbench_cmake' : CONFIGURE}
}
export -f refbench_cmake
export -f refbench_configure
${submodules.map(fillSubmodule).join('')}${fillLibraries(libraries)}
if [ "\${REFBENCH_WARM:-}" = 1 ]; then
${REMEMBER_TREE}  refbench_configure </dev/null >&2 || return 1
  # Targets that do not build leave their tests "not run".
  cmake --build "$REFBENCH_BUILD" -- \${REFBENCH_KEEP_GOING:--k 0} </dev/null >&2 || echo 'not everything builds' >&2
${RESTORE_TREE}fi
`;
}

/** Git shows nothing of a submodule's folder, so its content leaves the tree clean. */
function fillSubmodule(path: string): string {
  return `
if [ ! -e ${path}/CMakeLists.txt ]; then
  mkdir -p ${path} && cp -R ${GOOGLETEST}/. ${path}/ || return 1
fi
`;
}

const BUILD = `${FORGET_PROGRAMS}
${TREE_BESIDE_BUILD}
# What does not build leaves its tests "not run", which ctest counts as failed.
refbench_configure && cmake --build "$REFBENCH_BUILD" -- \${REFBENCH_KEEP_GOING:--k 0}
local built=$?
`;

/** A build that was killed says nothing about the tests. */
const STATUS = `[ "$built" -lt 128 ] || return "$built"
return "$status"`;

/** ctest puts the number of a test before each line of its program. */
const VERBOSE = `(cd "$REFBENCH_BUILD" && ctest --verbose) 2>&1 | sed -E 's/^[0-9]+: //'`;

const SUITE: RecipeParts['suite'] = {
  title: "ctest's tests",
  format: 'ctest',
  run: `${BUILD}/usr/local/lib/refbench/bin/node "$(dirname -- "\${BASH_SOURCE[0]}")/ctest-cases.mjs" "$REFBENCH_BUILD" "$reports"
local status=$?
${STATUS}`,
  reports: ['@list'],
};

/** A program with tests of its own is one test for ctest. Each line that names a test with its outcome counts. */
const PRINTED: RecipeParts['suite'] = {
  title: "the tests that ctest's programs print",
  format: 'test-lines',
  run: BUILD + printedLines(VERBOSE, 'ctest.txt') + STATUS,
  reports: ['ctest.txt'],
};
