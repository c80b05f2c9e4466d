import { NOISE, numbers } from '../lib/node-texts.mjs';

/** uvu's report is its summary; what it skips is not in its total. */
function summary(console, reports) {
  const report = (reports['0.report'] ?? '').replace(/\u001b\[[\d;]*m/g, '');
  if (!/^ {2}Total: +\d+$/m.test(report)) return undefined;
  const [total, passed] = [
    numbers(report, ['^ {2}Total: +(\\d+)']),
    numbers(report, ['^ {2}Passed: +(\\d+)']),
  ];
  return { passed, failed: total - passed, skipped: numbers(report, ['^ {2}Skipped: +(\\d+)']) };
}

const head = `const { suite, test } = require('uvu'); const assert = require('uvu/assert');\n`;

export default {
  name: 'uvu',
  format: 'uvu',
  names: ['0.report'],
  versions: [
    { label: '0.4', npm: ['uvu@0.4.1'] },
    { label: '0.5', npm: ['uvu@0.5'] },
  ],
  version: '"$TOOLS/node_modules/.bin/uvu" --version',
  command: `ln -s "$TOOLS/node_modules" node_modules
node_modules/.bin/uvu test >"$reports/0.report"`,
  summary,
  scenarios: {
    outcomes: {
      files: {
        'test/a.js': `${head}test('passes', () => {});
test('fails', () => { assert.is(1, 2); });
test.skip('skips', () => {});
for (const n of [1, 2, 2]) test('each ' + n, () => {});
test.run();
const own = suite('own'); own('passes', () => {}); own.run();
`,
        'test/b.js': `${head}test('passes', () => {}); test.run();`,
      },
    },
    setup: {
      files: {
        'test/a.js': `${head}test.before.each(() => { throw new Error('no'); }); test('a', () => {}); test.run();`,
      },
    },
    noise: {
      files: {
        'test/a.js': `${head}test('a', () => { ${NOISE} });\ntest('b', () => {});\ntest.run();`,
      },
    },
    names: 'the report of uvu has no names of tests that pass',
    late: {
      files: {
        'test/a.js': `${head}test('fine', () => { setTimeout(() => { throw new Error('late'); }, 5); }); test('waits', () => new Promise((done) => setTimeout(done, 50))); test.run();`,
      },
    },
    exit: {
      files: { 'test/a.js': `${head}test('ends', () => { process.exit(0); }); test.run();` },
    },
    signal: {
      files: {
        'test/a.js': `${head}test('dies', () => { process.kill(process.pid, 'SIGKILL'); }); test.run();`,
      },
    },
    broken: {
      files: {
        'test/a.js': `${head}test('fine', () => {}); test.run();`,
        'test/b.js': `test('b', ( => {});`,
      },
    },
    none: { files: { 'test/a.js': head } },
    retry: 'uvu repeats no test',
  },
};
