/** What the program itself prints at its end: GoogleTest and Catch2. */
function summary(console) {
  const text = console.split('=== for people ===')[1];
  if (text === undefined) return undefined;
  const number = (pattern) => Number(pattern.exec(text)?.[1] ?? 0);
  if (/^\[=+\] \d+ tests? from \d+ test (?:suites?|cases?) ran\./m.test(text)) {
    return {
      passed: number(/^\[  PASSED  \] (\d+) tests?\./m),
      failed: number(/^\[  FAILED  \] (\d+) tests?, listed below/m),
      skipped:
        number(/^\[  SKIPPED \] (\d+) tests?, listed below/m) +
        number(/YOU HAVE (\d+) DISABLED TEST/),
    };
  }
  const all = /^All tests passed \(.* in (\d+) test cases?\)/m.exec(text);
  if (all !== null) return { passed: Number(all[1]), failed: 0, skipped: 0 };
  const cases = /^test cases: *\d+ \|(.*)$/m.exec(text)?.[1];
  if (cases === undefined) return undefined;
  const of = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(cases)?.[1] ?? 0);
  return {
    passed: of('passed') + of('failed as expected'),
    failed: of('failed(?! as)'),
    skipped: of('skipped'),
  };
}

const lists = (framework) => `cmake_minimum_required(VERSION 3.10)
project(shop CXX)
enable_testing()
${framework}
add_test(NAME shop COMMAND shop)
`;
const GTEST = lists(
  'find_package(GTest REQUIRED)\nadd_executable(shop t.cpp)\ntarget_link_libraries(shop GTest::gtest_main)',
);
const CATCH = lists(
  'find_package(Catch2 2 REQUIRED)\nadd_executable(shop t.cpp)\ntarget_link_libraries(shop Catch2::Catch2)',
);

const command = `B=$PWD/../build; rm -rf "$B"; cmake -S . -B "$B" >/dev/null && cmake --build "$B" -- -k >/dev/null 2>&1
S=$PWD/../scripts; mkdir -p "$S"; cp "$RECIPES"/1/ctest-*.mjs "$S"; cp "$RECIPES"/2/ctest-*.mjs "$S"
node "$S/ctest-cases.mjs" "$B" "$reports"
local status=$?
if [ -e "$B/shop" ]; then echo "=== for people ==="; "$B/shop"; fi
return "$status"`;

const gtest = (body) => ({
  files: {
    'CMakeLists.txt': GTEST,
    't.cpp': `#include <gtest/gtest.h>\n#include <cstdlib>\n#include <cstdio>\n#include <csignal>\n${body}`,
  },
});
const catch2 = (body) => ({
  files: {
    'CMakeLists.txt': CATCH,
    't.cpp': `#define CATCH_CONFIG_MAIN\n#include <catch2/catch.hpp>\n#include <cstdlib>\n#include <cstdio>\n#include <csignal>\n${body}`,
  },
});
const late = 'struct Late { ~Late() { std::_Exit(3); } } late;\n';

export default {
  name: 'cpp-frameworks',
  format: 'ctest',
  names: ['@list'],
  versions: [
    {
      label: 'googletest',
      needs: ['ctest'],
      version: 'dpkg-query --show libgtest-dev',
      scenarios: {
        outcomes: gtest(`TEST(A, Passes) {}
TEST(A, Fails) { EXPECT_EQ(1, 2); EXPECT_EQ(3, 4); }
TEST(A, Skips) { GTEST_SKIP() << "not now"; }
TEST(A, DISABLED_Off) {}
class Each : public testing::TestWithParam<int> {};
TEST_P(Each, Number) {}
INSTANTIATE_TEST_SUITE_P(All, Each, testing::Values(1, 2, 2));
`),
        setup: gtest(
          'struct F : testing::Test { void SetUp() override { FAIL(); } };\nTEST_F(F, A) {}\nTEST(G, B) {}\n',
        ),
        noise: gtest(
          'TEST(A, A) { printf("[  FAILED  ] A.Fake\\n]]> <failure/>\\001"); }\nTEST(A, B) { printf("50%% "); }\n',
        ),
        names: 'a name is an identifier',
        late: gtest(`${late}TEST(A, A) {}\n`),
        exit: gtest('TEST(A, A) {}\nTEST(A, B) { std::_Exit(0); }\n'),
        signal: gtest('TEST(A, A) {}\nTEST(A, B) { raise(SIGSEGV); }\n'),
        broken: gtest('TEST(A, A) { nothing(); }\n'),
        none: 'ctest counts a program without tests as one test that passed',
        retry: 'GoogleTest repeats all tests or none',
      },
    },
    {
      label: 'catch2',
      needs: ['ctest'],
      version: 'dpkg-query --show catch2',
      scenarios: {
        outcomes: catch2(`TEST_CASE("passes") { CHECK(true); CHECK(1 == 1); }
TEST_CASE("fails") { CHECK(1 == 2); CHECK(3 == 4); }
TEST_CASE("each") { int n = GENERATE(1, 2, 2); CHECK(n > 0); }
`),
        setup: 'Catch2 has no fixtures but constructors',
        noise: catch2(
          'TEST_CASE("a") { printf("test cases: 9 | 9 failed ]]> <failure/>\\001\\n"); CHECK(true); }\n',
        ),
        names: catch2('TEST_CASE("a <&> \\"b\\"") { CHECK(true); }\n'),
        late: catch2(`${late}TEST_CASE("a") { CHECK(true); }\n`),
        exit: catch2('TEST_CASE("a") { CHECK(true); }\nTEST_CASE("b") { std::_Exit(0); }\n'),
        signal: catch2('TEST_CASE("b") { raise(SIGKILL); }\n'),
        broken: catch2('TEST_CASE("a") { nothing(); }\n'),
        none: 'ctest counts a program without tests as one test that passed',
        retry: 'Catch2 repeats no test',
      },
    },
  ],
  command,
  summary,
};
