import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@refbench/test-helpers';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';

const REPORTER = fileURLToPath(
  new URL('../../../../../docker/recipes/3/mocha-report.cjs', import.meta.url),
);

/** What the reporter uses of mocha: its JSON reporter, which prints the results and keeps them in the runner. */
const MOCHA = `
exports.reporters = { JSON: function (runner) {
  runner.on('end', () => { runner.testResults = { stats: { passes: 2 } }; console.log('{"stats"'); });
} };
exports.run = (path) => {
  const runner = new (require('events'))();
  new (require(path))(runner, {});
  console.log("'foo'");
  runner.emit('end');
};
`;

test('the report is a file, whatever tests print', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  const mocha = join(folder.path, 'node_modules/mocha');
  await mkdir(mocha, { recursive: true });
  await writeFile(join(mocha, 'index.js'), MOCHA);
  const main = join(folder.path, 'main.cjs');
  await writeFile(main, `require('mocha').run(${JSON.stringify(REPORTER)});`);
  const report = join(folder.path, 'report.json');
  await execa(process.execPath, [main], { env: { MOCHA_REPORT: report } });
  expect(JSON.parse(await readFile(report, 'utf8'))).toEqual({ stats: { passes: 2 } });
});
