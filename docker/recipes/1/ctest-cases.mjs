// Runs the tests of a CMake build folder, and counts the single cases of programs that can report them.
//
// A project may have one ctest test with a thousand cases. Programs of GoogleTest, Catch, doctest
// and Boost.Test are recognised by their bytes and run here with a JUnit report, in the folder and with
// the variables that ctest knows. ctest runs everything else: tests with conditions on their output or on
// other tests, and programs that it calls once for each case.
//
//   node ctest-cases.mjs BUILD REPORTS
//
// The reports and REPORTS/list with their names are for count_tests, format `ctest`.

import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseDirect, runDirect, SECONDS } from './ctest-programs.mjs';

const [build, reports] = process.argv.slice(2);
const PROCESSES = Number(process.env.REFBENCH_PROCESSES ?? 2);
const SHOWN_LOG = 65_536;

const say = (text) => process.stderr.write(`ctest-cases: ${text}\n`);

/** The tests with their numbers, or nothing where the folder is not configured. */
function listTests() {
  const listed = spawnSync('ctest', ['--show-only=json-v1'], {
    cwd: build,
    encoding: 'utf8',
    maxBuffer: 2 ** 29,
  });
  try {
    // Warnings of ctest may come before it.
    return JSON.parse(listed.stdout.slice(listed.stdout.search(/^\{/m))).tests.map(
      ({ name, command, properties }, index) => ({
        number: index + 1,
        name,
        command: command ?? [],
        properties: new Map((properties ?? []).map((one) => [one.name, one.value])),
      }),
    );
  } catch {
    say('ctest lists no tests');
    return [];
  }
}

/** Runs the tests of these numbers, or all where no number is known. */
function runCtest(numbers) {
  const version = /(\d+)\.(\d+)/.exec(
    spawnSync('ctest', ['--version'], { encoding: 'utf8' }).stdout,
  );
  const [major, minor] = [Number(version?.[1]), Number(version?.[2])];
  const junit = major > 3 || (major === 3 && minor >= 21);
  const report = junit ? 'ctest.xml' : 'ctest.txt';
  const file = join(reports, report);
  const args = ['--timeout', String(SECONDS), '-j', String(PROCESSES)];
  if (junit) args.push('--output-junit', file);
  if (numbers.length > 0) args.push('-I', `0,0,0,${numbers.join(',')}`);
  // Older ctest only has its text. Output of tests in it could look like results; what `-O` writes
  // breaks results over two lines.
  const { CTEST_OUTPUT_ON_FAILURE: shown, ...quiet } = process.env;
  const output = junit ? 2 : openSync(file, 'w');
  const { status, signal } = spawnSync('ctest', args, {
    cwd: build,
    stdio: ['ignore', output, 2],
    env: junit ? process.env : quiet,
  });
  if (!junit) {
    closeSync(output);
    process.stderr.write(readFileSync(file));
    const log = join(build, 'Testing/Temporary/LastTest.log');
    if (status !== 0 && shown !== undefined && existsSync(log))
      process.stderr.write(readFileSync(log).subarray(-SHOWN_LOG));
  }
  return { report, passed: status === 0, signal };
}

const tests = listTests();
const direct = chooseDirect(tests);
const outcomes = new Map();

async function runAll(some, processes) {
  const waiting = [...some];
  const worker = async () => {
    for (let test = waiting.shift(); test !== undefined; test = waiting.shift())
      outcomes.set(test.number, await runDirect(test, { build, reports, say }));
  };
  await Promise.all(Array.from({ length: processes }, worker));
}

const alone = ({ properties }) => properties.has('RUN_SERIAL') || properties.has('RESOURCE_LOCK');
await runAll(
  direct.filter((test) => !alone(test)),
  PROCESSES,
);
await runAll(direct.filter(alone), 1);

const decided = direct.flatMap(({ number }) => outcomes.get(number) ?? []);
const left = tests.filter(({ number }) => outcomes.get(number) === undefined);
const names = decided.flatMap((outcome) => outcome.names);
let passed = decided.every((outcome) => outcome.passed);
let signal;
if (left.length > 0 || tests.length === 0) {
  const all = left.length === tests.length;
  const rest = runCtest(all ? [] : left.map(({ number }) => number));
  names.push(rest.report);
  passed &&= rest.passed;
  signal = rest.signal;
}
writeFileSync(join(reports, 'list'), names.map((name) => `${name}\n`).join(''));
process.exitCode = signal ? 137 : passed ? 0 : 1;
