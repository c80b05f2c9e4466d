import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@refbench/test-helpers';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';

const programs = new URL('../../../../../docker/recipes/3/', import.meta.url);
const [REPORTER, HOOK] = ['mocha-report.cjs', 'mocha-hook.cjs'].map((name) =>
  fileURLToPath(new URL(name, programs)),
) as [string, string];

/** What both programs use of mocha: its JSON reporter, which prints the results and keeps them in the runner. */
const MOCHA = `
function Mocha() {}
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
