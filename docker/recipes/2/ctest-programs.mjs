// Runs test programs of GoogleTest, Catch, doctest and Boost.Test with a JUnit report; see ctest-cases.mjs.

import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The time limit of a test that names none. */
export const SECONDS = 300;
/** GoogleTest writes its report at the end, and removes this file then. */
const runningOf = (file) => `${file}.running`;
const MAX_PROGRAM_BYTES = 2 ** 31 - 1;
const KEPT_OUTPUT = 65_536;
/** A program that ctest calls more often is called once for each case. */
const MAX_CALLS = 8;

/** Marks are texts of the framework, or parts of symbols that every test case refers to. */
const FRAMEWORKS = [
  {
    marks: ['junitreport target', '5Catch7AutoReg'],
    options: (file) => ['--reporter', 'junit', '--out', file],
  },
  {
    marks: ['doctest version is', '7doctest6detail7regTest'],
    // The names with the prefix hold whatever the program is compiled with.
    options: (file) => ['--dt-reporters=junit', `--dt-out=${file}`],
  },
  {
    marks: ['tests written using Google Test', '8internal23MakeAndRegisterTestInfo'],
    variables: (file) => ({ GTEST_OUTPUT: `xml:${file}`, TEST_PREMATURE_EXIT_FILE: runningOf(file) }),
  },
  {
    marks: ['5boost9unit_test9ut_detail24auto_test_unit_registrar'],
    variables: (file) => ({ BOOST_TEST_LOGGER: `JUNIT,test_suite,${file}` }),
    // Each report lists all cases, also those that the call leaves out.
    maxCalls: 1,
  },
];

/** Properties that change nothing about what a passed test is. Others are left to ctest. */
const PLAIN_PROPERTIES = new Set([
  'ATTACHED_FILES',
  'ATTACHED_FILES_ON_FAIL',
  'COST',
  'ENVIRONMENT',
  'LABELS',
  'PROCESSORS',
  'PROCESSOR_AFFINITY',
  'RESOURCE_LOCK',
  'RUN_SERIAL',
  'TIMEOUT',
  'WORKING_DIRECTORY',
]);

const OWN_REPORT =
  /^(-r|-o|-l|--(dt-)?(reporters?|out|list.*)(=.*)?|--gtest_(output|list).*|--log.*)$/;

function frameworkOf([program, ...args]) {
  // Whoever chose a report or a list wants something else than a count.
  if (args.some((arg) => OWN_REPORT.test(arg))) return undefined;
  try {
    const { size } = statSync(program);
    if (size > MAX_PROGRAM_BYTES) return undefined;
    const bytes = readFileSync(program);
    if (bytes.subarray(0, 4).toString('latin1') !== '\x7fELF') return undefined;
    return FRAMEWORKS.find(({ marks }) => marks.some((mark) => bytes.includes(mark)));
  } catch {
    return undefined; // not built: ctest counts it as failed
  }
}

/** Chooses the tests that run without ctest. */
export function chooseDirect(tests) {
  const uses = new Map();
  for (const { command } of tests) uses.set(command[0], (uses.get(command[0]) ?? 0) + 1);
  return tests.flatMap((test) => {
    const { command, properties } = test;
    const calls = uses.get(command[0]);
    const names = [...properties.keys()].filter((name) => !name.startsWith('_'));
    if (command.length === 0 || calls > MAX_CALLS) return [];
    if (!names.every((name) => PLAIN_PROPERTIES.has(name))) return [];
    const framework = frameworkOf(command);
    if (framework === undefined || calls > (framework.maxCalls ?? MAX_CALLS)) return [];
    return [{ ...test, framework }];
  });
}

/** Runs a program in a process group of its own, of which nothing remains. */
function run([program, ...args], { cwd, env, seconds }) {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let late = false;
    const end = () => {
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group is gone.
      }
    };
    const timer = setTimeout(() => {
      late = true;
      end();
    }, seconds * 1000);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => (output = `${output}${data}`.slice(-KEPT_OUTPUT)));
    child.on('error', (error) => {
      clearTimeout(timer);
      done({ status: 1, killed: false, how: error.message, output });
    });
    child.on('exit', (status, signal) => {
      clearTimeout(timer);
      end();
      const how = late ? `no end after ${seconds} s` : (signal ?? `status ${status}`);
      done({ status, killed: status === null, how, output });
    });
  });
}

const escapeXml = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns the names of the reports, or undefined where ctest has to decide. */
export async function runDirect(test, { build, reports, say }) {
  const { number, name, command, properties, framework } = test;
  const report = `${number}-${basename(command[0]).replace(/[^\w.-]/g, '_')}.xml`;
  const file = join(reports, report);
  const variables = (properties.get('ENVIRONMENT') ?? []).map((one) => {
    const at = one.indexOf('=');
    return [one.slice(0, at), one.slice(at + 1)];
  });
  const { status, killed, how, output } = await run(
    [...command, ...(framework.options?.(file) ?? [])],
    {
      cwd: properties.get('WORKING_DIRECTORY') ?? build,
      env: { ...process.env, ...Object.fromEntries(variables), ...framework.variables?.(file) },
      seconds: properties.get('TIMEOUT') ?? SECONDS,
    },
  );
  say(`${name}: ${how}`);
  if (status !== 0) process.stderr.write(`${output}\n`);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const cases = text.includes('<testcase');
  const complete = /<\/testsuites?>\s*$/.test(text) || /<testsuites?\b[^>]*\/>\s*$/.test(text);
  // A test may end the process with status 0 before the others run.
  const early = existsSync(runningOf(file)) || (existsSync(file) && !complete);
  rmSync(runningOf(file), { force: true });
  // It has no such reporter, or a main function that does not know the option.
  if (!cases && !killed && !early) return undefined;
  const names = cases ? [report] : [];
  // A report without its end counts as a failed test anyway; a complete one may hide a crash at exit.
  const unexplained = status !== 0 && (!cases || (complete && !/<(failure|error)\b/.test(text)));
  if (unexplained || (early && !cases)) {
    const when = early ? ' before its tests did' : '';
    const message = `<error message="it ended with ${escapeXml(how)}${when}"/>`;
    writeFileSync(
      `${file}.end.xml`,
      `<testsuite name="${escapeXml(name)}">${message}</testsuite>\n`,
    );
    names.push(`${report}.end.xml`);
  }
  return { names, passed: status === 0 && !early };
}
