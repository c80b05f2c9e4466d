import { expect, test } from 'vitest';
import { parseLibtest } from './libtest.ts';
import {
  contradictions,
  expectReadsBack,
  expectSurvivesCuts,
  outcomes,
} from './test-reports.testkit.ts';

const sample = `   Compiling fd-find v8.0.0 (/testbed)
warning: unused variable
     Running unittests src/main.rs (/home/bench/target/debug/deps/fd-1234567890abcdef)

running 4 tests
test exit_codes::general ... ok
test filter::size ... FAILED
test filter::owner - should panic ... ok
test slow ... ignored, takes minutes

failures:

---- filter::size stdout ----
thread panicked at src/filter/size.rs:1
test looks like a case ... maybe

test result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass \`--bin fd\`
     Running tests/tests.rs (/home/bench/target/debug/deps/tests-1234567890abcdef)

running 1 test
test test_simple ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s

   Doc-tests fd

running 1 test
test src/lib.rs - parse (line 3) ... ok

test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s
`;

test('binaries with their tests', () => {
  const { tests, problems } = parseLibtest(sample);
  expect(outcomes(tests)).toEqual([
    'passed fd src/main.rs > exit_codes::general',
    'failed fd src/main.rs > filter::size',
    'passed fd src/main.rs > filter::owner',
    'skipped fd src/main.rs > slow',
    'passed tests tests/tests.rs > test_simple',
    'passed fd doc-tests > src/lib.rs - parse (line 3)',
  ]);
  expect(problems).toEqual([]);
});

test('counts follow the summary if output hides or forges names', () => {
  const text = `running 2 tests
test a ... printed past the capture
ok
test forged ... ok
test also_forged ... ok
test b ... ok

test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
`;
  const { tests, problems } = parseLibtest(text);
  expect(tests).toHaveLength(2);
  expect(problems.map(({ kind }) => kind)).toEqual(['inconsistent']);
  const [hidden] = parseLibtest(text.replace(/test [a-z_]*(forged|b) ... ok\n/g, '')).tests.slice(
    -1,
  );
  expect(hidden).toEqual({ id: 'tests > (unnamed, passed 2)', outcome: 'passed' });
});

test('a binary that is killed, and a crate that does not compile, are one failed test each', () => {
  const text = `running 3 tests
test a ... ok
error: test failed, to rerun pass \`--lib\`
Caused by: process didn't exit successfully (signal: 6, SIGABRT)
error[E0432]: unresolved import
error: could not compile \`other\` (lib test) due to 1 previous error
error: could not compile \`other\` (lib) due to 1 previous error
`;
  expect(parseLibtest(text).problems.map(({ unit, detail }) => [unit, detail])).toEqual([
    ['other', 'it does not compile'],
    ['tests', 'it ended after 1 of 3 tests'],
  ]);
});

test('any report reads back; any cut of one is seen', () => {
  const words = { passed: 'ok', failed: 'FAILED', skipped: 'ignored' };
  expectReadsBack(parseLibtest, (tests) => {
    const count = (wanted: string): number =>
      tests.filter(({ outcome }) => outcome === wanted).length;
    const lines = tests.map(({ id, outcome }) => `test ${id} ... ${words[outcome]}\n`).join('');
    return `running ${tests.length} tests\n${lines}\ntest result: ok. ${count('passed')} passed; ${count('failed')} failed; ${count('skipped')} ignored; 0 measured; 0 filtered out\n`;
  });
  // One binary: that another one was to come, only the runner's end tells.
  expectSurvivesCuts(parseLibtest, sample.slice(0, sample.indexOf('error: test failed')).trimEnd());
});

test('a child process that prints without an end of line hides no test', () => {
  const text = `running 3 tests
test a ... ok
donetest tests::b ... ok
test c ... 50%FAILED

failures:
    c

test result: FAILED. 2 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.25s
`;
  const { tests, problems } = parseLibtest(text);
  expect(outcomes(tests)).toEqual([
    'passed tests > a',
    'passed tests > tests::b',
    'failed tests > c',
  ]);
  expect(problems).toEqual([]);
});

test('a target that cargo lists as failed, though it printed no result, is a failure', () => {
  const text = `running 1 test
test a ... FAILED

failures:
    a

test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: 2 targets failed:
    \`--lib\`
    \`--test own_harness\`
`;
  expect(contradictions(parseLibtest, text)).toEqual([
    'inconsistent: cargo: the runner counts 2 failed, its report lists 1',
  ]);
});
