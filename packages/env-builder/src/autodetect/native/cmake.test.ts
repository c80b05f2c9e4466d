import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { folderOf } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { detect, draft, reasons, type Files } from '../autodetect.testkit.ts';
import { detectCmake, detectTestPrograms } from './cmake.ts';

const withTests = (text: string): { 'CMakeLists.txt': string } => ({
  'CMakeLists.txt': `project(Demo)\nenable_testing()\n${text}`,
});

async function options(text: string): Promise<readonly string[]> {
  const recipe = await draft(detectCmake, withTests(text));
  return [...recipe.text('setup_shell.sh').matchAll(/'-D((?!FETCHCONTENT)\w+)=ON'/g)].map(
    ([, name = '']) => name,
  );
}

test('options that add tests, and a compiler of the time', async () => {
  const lists = `
option(ENABLE_TESTS "build (all) tests" OFF)
option(X_FUZZ_TEST "fuzz" OFF)
option(DISABLE_TESTS "none" OFF)
option(TEST_OUTPUT "on already" ON)`;
  const recipe = await draft(detectCmake, withTests(lists), { on: '2018-09-21' });
  expect(recipe.baseImage).toBe('gcc-10');
  expect(reasons(recipe)).toContain('-DENABLE_TESTS=ON: these options enable tests');
  expect(await options(lists)).toEqual(['BUILD_TESTING', 'ENABLE_TESTS']);
  expect(await detect(detectCmake, { 'CMakeLists.txt': 'project(x)' })).toMatchObject({
    reason: 'no CMakeLists.txt defines a test',
  });
});

test.each([
  ['set(WITH_TESTS OFF CACHE BOOL "tests")', ['WITH_TESTS']],
  ['cmake_dependent_option(A_TESTS "tests" OFF "B" OFF)', ['A_TESTS']],
  ['demo_option(B_TESTS "tests"\n  OFF)', ['B_TESTS']],
  ['option(C_TESTS "no value is OFF")', ['C_TESTS']],
  ['option(F_TESTS ON)', ['F_TESTS']],
  ['option(G_TESTS)', ['G_TESTS']],
  ['option(${PROJECT_NAME}_TESTS "tests" OFF)', ['Demo_TESTS']],
  ['option(Demo_DEVELOPER_MODE "tests and more" OFF)', ['Demo_DEVELOPER_MODE']],
  ['if(BUILD_UNIT_TESTS)\nadd_subdirectory(test)\nendif()', ['BUILD_UNIT_TESTS']],
  ['set(BUILD_TESTS ${MAIN})\nif(BUILD_TESTS)\nendif()', []],
  ['option(D_TEST "main project only" ${MAIN_PROJECT})', []],
  ['# option(E_TESTS "in a comment" OFF)', []],
  ['option(J_TEST_WITH_ASAN "slow" OFF)\noption(J_TEST_TSAN_ALL "slow" OFF)', []],
  ['option(BUILD_TESTING "tests" ON)\noption(I_TESTS "own tests" OFF)', ['I_TESTS']],
  ['option(BUILD_TESTS "tests" ON)\noption(H_TESTS "the same in one file" OFF)', []],
])('%s', async (text, expected) => {
  expect(await options(text)).toEqual(['BUILD_TESTING', ...expected]);
});

test('programs of a project without tests become tests', async () => {
  const files = {
    'CMakeLists.txt': 'project(demo)\noption(DEMO_TESTS OFF)\nadd_subdirectory(tests)',
    'tests/CMakeLists.txt': 'add_executable(all all.cpp)',
  };
  const recipe = await draft(detectTestPrograms, files, { on: '2019-06-06' });
  expect(recipe.programs).toHaveProperty('test-programs.cmake');
  expect(recipe.text('setup_shell.sh')).toContain(
    '-DCMAKE_PROJECT_INCLUDE="$REFBENCH_TEST_PROGRAMS"',
  );
  expect(reasons(recipe)).toContain('-DDEMO_TESTS=ON: these options enable tests');
  expect(await detect(detectCmake, files)).toMatchObject({ kind: 'unsupported' });
});

test('a newer compiler where cmake or Catch of the time is too old', async () => {
  const image = async (text: string, on: string): Promise<string> =>
    (await draft(detectCmake, withTests(text), { on })).baseImage;
  expect(await image('cmake_minimum_required(VERSION 3.20)', '2021-05-01')).toBe('gcc-12');
  expect(await image('cmake_minimum_required(VERSION 2.8)', '2023-05-01')).toBe('gcc-12');
  expect(await image('find_package(Catch2 3 REQUIRED)', '2022-05-01')).toBe('gcc-14');
  const fetched = `FetchContent_Declare(Catch2
  GIT_REPOSITORY https://github.com/catchorg/Catch2.git
  GIT_TAG v3.4.0)`;
  expect(await image(fetched, '2022-05-01')).toBe('gcc-14');
});

test("libraries come from the distribution: required ones, the tests', and what is fetched", async () => {
  const recipe = await draft(detectCmake, {
    ...withTests(`find_package(ZLIB REQUIRED)
find_package(OpenSSL)
find_package(GTest)
find_package(Boost 1.60 COMPONENTS system unit_test_framework)
pkg_check_modules(DEPS REQUIRED jansson>=2.0)`),
    'cmake/dependencies.cmake': `FetchContent_Declare(gtest
  URL https://github.com/google/googletest/archive/release-1.10.0.zip)
FetchContent_Declare(lib GIT_REPOSITORY https://github.com/fmtlib/fmt.git GIT_TAG 9.1.0)`,
    'third_party/x/CMakeLists.txt': 'find_package(PNG REQUIRED)',
  });
  expect(
    recipe.text('install_system.sh').split(' --no-install-recommends ')[1]?.split(';')[0],
  ).toBe(
    'googletest libboost-dev libboost-system-dev libboost-test-dev libfmt-dev libgmock-dev libgtest-dev libjansson-dev zlib1g-dev',
  );
  expect(recipe.text('setup_shell.sh')).toContain(
    "'-DFETCHCONTENT_SOURCE_DIR_GTEST=/usr/src/googletest'",
  );
});

test('no package replaces what the tree builds itself', async () => {
  const recipe = await draft(detectCmake, {
    'CMakeLists.txt': 'project(spdlog CXX)\nenable_testing()\nfind_package(GTest)',
    'example/CMakeLists.txt': 'find_package(spdlog REQUIRED)\nfind_package(fmt REQUIRED)',
    'test/gtest/CMakeLists.txt': 'add_library(gtest STATIC gtest-all.cc)',
    'cmake/fmt.cmake': 'add_library(fmt INTERFACE IMPORTED)',
  });
  expect(recipe.text('install_system.sh')).toMatch(/ --no-install-recommends libfmt-dev; then$/m);
});

test('benchmarks are left out where their library is a submodule', async () => {
  const lists = withTests('option(X_BUILD_BENCHMARKS "Build benchmarks" ON)');
  const gitmodules =
    '[submodule "b"]\n\tpath = third_party/benchmark\n\turl = https://github.com/google/benchmark';
  const shell = async (files: Files): Promise<string> =>
    (await draft(detectCmake, { ...lists, ...files })).text('setup_shell.sh');
  expect(await shell({ '.gitmodules': gitmodules })).toContain("'-DX_BUILD_BENCHMARKS=OFF'");
  expect(await shell({})).not.toContain('BENCHMARKS');
});

test('the submodule of GoogleTest is filled from the distribution', async () => {
  const gitmodules = `[submodule "x"]
	path = third_party/gtest
	url = https://github.com/google/googletest.git
[submodule "y"]
	path = ../outside
	url = https://github.com/google/googletest
[submodule "onig"]
	path = modules/oniguruma
	url = https://github.com/kkos/oniguruma.git
`;
  const recipe = await draft(detectCmake, { ...withTests(''), '.gitmodules': gitmodules });
  expect(recipe.text('setup_shell.sh')).toContain(
    'cp -R /usr/src/googletest/. third_party/gtest/ ||',
  );
  expect(recipe.text('setup_shell.sh')).not.toContain('outside');
  expect(recipe.text('install_system.sh')).toContain(
    'googletest libgmock-dev libgtest-dev libonig-dev',
  );
});

test('the submodules of libraries that the distribution has are filled from it', async () => {
  const gitmodules = `[submodule "x"]
	path = extern/doctest
	url = https://github.com/doctest/doctest
[submodule "y"]
	path = extern/json
	url = https://github.com/nlohmann/json.git
[submodule "z"]
	path = extern/curl
	url = https://github.com/curl/curl.git
`;
  const recipe = await draft(detectCmake, { ...withTests(''), '.gitmodules': gitmodules });
  const lines = recipe.text('setup_shell.sh').split('\n');
  const fills = lines.filter((line) => line.includes('library-submodule.sh'));
  expect(fills.map((line) => line.replace(/^bash "[^"]*"[^"]*"[^"]*" /, ''))).toEqual([
    'extern/doctest doctest-dev || return 1',
    'extern/json nlohmann-json3-dev || return 1',
  ]);
  expect(recipe.text('install_system.sh')).toMatch(/doctest-dev .*nlohmann-json3-dev/);
});

test('a folder for programs, if tests are looked for in one that nothing names', async () => {
  const lists = 'enable_testing()\nadd_test(all ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/run-tests)\n';
  const recipe = await draft(detectCmake, { 'CMakeLists.txt': lists });
  expect(recipe.text('setup_shell.sh')).toContain(
    ' -DCMAKE_RUNTIME_OUTPUT_DIRECTORY="$REFBENCH_BUILD/programs" "$@"\n}',
  );
  const named = { 'CMakeLists.txt': `set(CMAKE_RUNTIME_OUTPUT_DIRECTORY bin)\n${lists}` };
  expect((await draft(detectCmake, named)).text('setup_shell.sh')).not.toContain('programs');
});

/** Tells what its caller configures. It knows tests if the first line of the project, or a file of the caller, enables them. */
const CMAKE = `#!/bin/bash
echo "$*" >>"$HOME/calls"
mkdir -p "$REFBENCH_BUILD"
[[ "$*" != *CMAKE_PROJECT_INCLUDE=* ]] || cp "$REFBENCH_BUILD/enable-testing.cmake" "$REFBENCH_BUILD/enabled"
[ "$(head -n 1 CMakeLists.txt)" != 'enable_testing()' ] || touch "$REFBENCH_BUILD/enabled"
`;
const CTEST = `#!/bin/bash
[ -e enabled ] && echo 'Total Tests: 3' || echo 'Total Tests: 0'
`;

test.each([
  ['enable_testing()', 1],
  ['add_subdirectory(tests)\nenable_testing()', 2],
])('%s: configured %i times', async (lists, times) => {
  const recipe = await draft(detectCmake, { 'CMakeLists.txt': lists });
  await using folder = await folderOf({
    'setup_shell.sh': recipe.text('setup_shell.sh'),
    'tree/CMakeLists.txt': lists,
    'bin/cmake': CMAKE,
    'bin/ctest': CTEST,
  });
  const script = `chmod +x ../bin/*; source ../setup_shell.sh; refbench_configure; cat "$HOME/calls"; ls "$REFBENCH_BUILD"`;
  const out = execFileSync('bash', ['-ec', script], {
    cwd: join(folder.path, 'tree'),
    env: { PATH: `${join(folder.path, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: folder.path },
    encoding: 'utf8',
  });
  expect(out.match(/^-S \. /gm)).toHaveLength(times);
  expect(out).toMatch(/^enabled$/m);
});
