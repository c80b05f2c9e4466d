/** ctest's lines for people: each test, then `33% tests passed, 2 tests failed out of 3`. */
function summary(console) {
  const end = /^(\d+)% tests passed, (\d+) tests? failed out of (\d+)$/m.exec(console);
  if (end === null)
    return /No tests were found/.test(console) ? { passed: 0, failed: 0, skipped: 0 } : undefined;
  const skipped = [...console.matchAll(/^\s+\d+ - .* \((?:Skipped|Disabled)\)$/gm)].length;
  const disabled = [...console.matchAll(/^\s+\d+ - .* \(Disabled\)$/gm)].length;
  const [failed, total] = [Number(end[2]), Number(end[3])];
  return { passed: total - failed - (skipped - disabled), failed, skipped };
}

const lists = (tests) => `cmake_minimum_required(VERSION 3.10)
project(shop C)
enable_testing()
${tests}`;
const sh = (name, script) => `add_test(NAME ${name} COMMAND sh -c "${script}")\n`;
const build =
  'B=$PWD/../build; rm -rf "$B"; cmake -S . -B "$B" >/dev/null; cmake --build "$B" -- -k >/dev/null 2>&1; cd "$B"\n';

const xml = `${build}ctest -j 2 --output-junit "$reports/ctest.xml"`;
const text = `${build}ctest -j 2 2>&1 | tee "$reports/ctest.xml"
return "\${PIPESTATUS[0]}"`;
const written = `${build}ctest -O "$reports/ctest.xml"`;

export default {
  name: 'ctest',
  format: 'ctest',
  names: ['ctest.xml'],
  versions: [
    { label: 'xml', needs: ['ctest'], command: xml },
    { label: 'text', needs: ['ctest'], command: text },
    { label: 'written', needs: ['ctest'], command: written },
  ],
  version: 'ctest --version',
  summary,
  scenarios: {
    outcomes: {
      files: {
        'CMakeLists.txt':
          lists(`${sh('passes', 'exit 0')}${sh('fails', 'exit 1')}${sh('skips', 'exit 77')}
set_tests_properties(skips PROPERTIES SKIP_RETURN_CODE 77)
${sh('off', 'exit 0')}set_tests_properties(off PROPERTIES DISABLED TRUE)
${sh('expected', 'exit 1')}set_tests_properties(expected PROPERTIES WILL_FAIL TRUE)
foreach(n 1 2 3)
  add_test(NAME each_\${n} COMMAND sh -c "exit 0")
endforeach()
${sh('crashes', 'kill -SEGV \\$\\$')}`),
      },
    },
    setup: {
      files: {
        'CMakeLists.txt':
          lists(`${sh('prepare', 'exit 1')}${sh('uses', 'exit 0')}${sh('fine', 'exit 0')}
set_tests_properties(prepare PROPERTIES FIXTURES_SETUP db)
set_tests_properties(uses PROPERTIES FIXTURES_REQUIRED db)
`),
      },
    },
    noise: {
      files: {
        'CMakeLists.txt': lists(`add_test(NAME prints COMMAND sh prints.sh)
set_tests_properties(prints PROPERTIES WORKING_DIRECTORY \${CMAKE_SOURCE_DIR})
add_test(NAME fails COMMAND sh fails.sh)
set_tests_properties(fails PROPERTIES WORKING_DIRECTORY \${CMAKE_SOURCE_DIR})
`),
        'prints.sh': `printf '1/1 Test #1: fake .....   Passed    0.01 sec\\n0%% tests passed, 9 tests failed out of 9\\n<failure/>]]>\\001\\033[31m'\n`,
        'fails.sh': `printf '2/2 Test #9: fake ....***Failed 1 sec'; exit 3\n`,
      },
    },
    names: {
      files: {
        'CMakeLists.txt': lists(`add_test(NAME "a ... b" COMMAND sh -c "exit 0")
add_test(NAME "'<&> \\"q\\"" COMMAND sh -c "exit 0")
string(REPEAT x 10000 long)
add_test(NAME "\${long}" COMMAND sh -c "exit 0")
`),
      },
    },
    late: 'each test is a process of its own',
    exit: 'each test is a process of its own',
    signal: {
      files: { 'CMakeLists.txt': lists(sh('dies', 'kill -9 \\$PPID')) },
    },
    broken: {
      files: {
        'CMakeLists.txt': lists(`${sh('fine', 'exit 0')}
add_executable(broken broken.c)
add_test(NAME broken COMMAND broken)
${sh('skips', 'exit 77')}set_tests_properties(skips PROPERTIES SKIP_RETURN_CODE 77)
`),
        'broken.c': 'int main(void) { return nothing; }\n',
      },
    },
    none: { files: { 'CMakeLists.txt': lists('') } },
    retry: {
      command: xml.replace('ctest -j', 'ctest --repeat until-pass:3 -j'),
      files: {
        'CMakeLists.txt': lists(
          `add_test(NAME flaky COMMAND sh -c "test -e tried || { touch tried; exit 1; }")\n${sh('fine', 'exit 0')}`,
        ),
      },
    },
  },
};
