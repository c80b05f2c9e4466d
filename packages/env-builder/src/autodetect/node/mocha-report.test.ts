import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@refbench/test-helpers';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';

const [REPORTER, HOOK, FILES] = ['3/mocha-report.cjs', '9/mocha-hook.cjs', '9/mocha-files.cjs'].map(
  (name) => fileURLToPath(new URL(`../../../../../docker/recipes/${name}`, import.meta.url)),
) as [string, string, string];

/**
 * What the programs use of mocha: its JSON reporter, which prints the results and keeps them in the runner, and how it
 * loads test files, which add tests.
 */
const MOCHA = `
function Mocha() {
  this.files = [];
  this.suite = { tests: [], addTest(test) { this.tests.push(test.title); } };
}
Mocha.Test = function (title) { this.title = title; };
Mocha.prototype.loadFiles = function (then) {
  this.files.forEach((file) => require(file)(this.suite));
  if (then) then();
};
Mocha.prototype.loadFilesAsync = async function () { this.loadFiles(); };
Mocha.reporters = { JSON: function (runner) {
  runner.on('end', () => { runner.testResults = { stats: { passes: 2 } }; console.log('{"stats"'); });
} };
Mocha.Runner = class extends require('events') {
  run() { console.log("'foo'"); this.emit('end'); }
};
Mocha.withReporter = (path) => {
  const runner = new Mocha.Runner();
  new (require(path))(runner, {});
  runner.run();
};
module.exports = Mocha;
`;

const RESULTS = { stats: { passes: 2 } };

/** Runs a program that can load mocha. Returns what it printed, and the reports beside it by name. */
async function runWithMocha(
  text: string,
  options: readonly string[] = [],
): Promise<{ readonly printed: string; readonly reports: Readonly<Record<string, unknown>> }> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const mocha = join(folder.path, 'node_modules/mocha');
  await mkdir(mocha, { recursive: true });
  await writeFile(join(mocha, 'index.js'), MOCHA);
  const main = join(folder.path, 'main.cjs');
  await writeFile(main, text);
  const env = { MOCHA_REPORT: join(folder.path, '0.report') };
  const { stdout } = await execa(process.execPath, [...options, main], { env });
  const names = (await readdir(folder.path)).filter((name) => name.endsWith('.report'));
  const reports = await Promise.all(
    names.map(async (name) => [name, JSON.parse(await readFile(join(folder.path, name), 'utf8'))]),
  );
  return { printed: stdout, reports: Object.fromEntries(reports) as Record<string, unknown> };
}

test('the report is a file, whatever tests print', async () => {
  const { reports } = await runWithMocha(
    `require('mocha').withReporter(${JSON.stringify(REPORTER)});`,
  );
  expect(reports).toEqual({ '0.report': RESULTS });
});

test('each run of mocha in a script has a report, and what it prints stays', async () => {
  const { printed, reports } = await runWithMocha(
    `const { Runner } = require('mocha'); new Runner().run(); new Runner().run();`,
    ['--require', HOOK],
  );
  expect(reports).toEqual({ '0.report': RESULTS, '0-2.report': RESULTS });
  expect(printed).toBe("'foo'\n'foo'");
});

const WITH_FILES = `
const { writeFileSync } = require('fs');
const files = ['a', 'b', 'c'].map((name) => __dirname + '/' + name + '.js');
files.forEach((file) =>
  writeFileSync(file, file.endsWith('b.js') ? 'null.x' : 'module.exports = (suite) => suite.addTest({ title: 1 })'));
process.chdir(__dirname);
const Mocha = require('mocha');
`;

test.each([
  ['at once', 'mocha.loadFiles(() => console.log(mocha.suite.tests, mocha.files.length));'],
  [
    'later',
    'mocha.loadFilesAsync().then(() => console.log(mocha.suite.tests, mocha.files.length));',
  ],
])(
  'a test file that does not load is a failed test beside the others, loaded %s',
  async (_, load) => {
    const { printed } = await runWithMocha(
      `${WITH_FILES} require(${JSON.stringify(FILES)}); const mocha = new Mocha(); mocha.files = files; ${load}`,
    );
    expect(printed).toBe("[ 1, 'b.js loads', 1 ] 3");
  },
);
