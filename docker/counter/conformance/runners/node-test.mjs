import { NAMES, NOISE, numbers } from '../lib/node-texts.mjs';

/** The counts that node:test's reporter for people ends with; parents of subtests count as well there. */
function summary(console) {
  const shown = console.split('=== for people ===')[1];
  if (shown === undefined || !/ tests \d+$/m.test(shown)) return undefined;
  const number = (word) => numbers(shown, [`^ℹ ${word} (\\d+)`]);
  return {
    passed: number('pass'),
    failed: number('fail') + number('cancelled'),
    skipped: number('skipped') + number('todo'),
  };
}

const run = (options) => `node --test ${options}
local status=$?
echo "=== for people ==="
FORCE_COLOR=0 node --test --test-reporter=spec
return "$status"`;

const junit = run('--test-reporter=junit --test-reporter-destination="$reports/0.report"');
const tap = run('--test-reporter=tap --test-reporter-destination="$reports/0.report"');
const head = `const { test, describe, it, before, after } = require('node:test');\n`;

export default {
  name: 'node-test',
  names: ['0.report'],
  versions: [
    { label: 'junit', format: 'junit-xml', command: junit },
    { label: 'tap', format: 'tap', command: tap },
  ],
  version: 'node --version',
  summary,
  scenarios: {
    outcomes: {
      files: {
        'test/a.js': `${head}const assert = require('assert');
test('passes', () => {});
test('fails', () => { assert.equal(1, 2); });
test('skips', { skip: true }, () => {});
test('later', { todo: true }, () => { throw new Error('not yet'); });
for (const n of [1, 2, 2]) test('each ' + n, () => {});
describe('a group', () => { it('passes', () => {}); it('fails', () => { throw new Error('no'); }); });
`,
        'test/b.js': `${head}test('passes', () => {});`,
      },
    },
    setup: {
      files: {
        'test/a.js': `${head}describe('broken', () => { before(() => { throw new Error('no'); }); it('a', () => {}); });
test('fine', () => {});
`,
      },
    },
    noise: {
      files: { 'test/a.js': `${head}test('a', () => { ${NOISE} });\ntest('b', () => {});\n` },
    },
    names: {
      files: { 'test/a.js': `${head}for (const name of ${NAMES}) test(name, () => {});\n` },
    },
    late: {
      files: {
        'test/a.js': `${head}test('fine', () => {}); test('starts', () => { setTimeout(() => { throw new Error('late'); }, 20); });`,
      },
    },
    exit: {
      files: {
        'test/a.js': `${head}test('a', () => {}); test('ends', () => { process.exit(1); });`,
      },
    },
    signal: {
      files: {
        'test/a.js': `${head}test('dies', () => { process.kill(process.ppid, 'SIGKILL'); });`,
      },
    },
    broken: {
      files: { 'test/a.js': `${head}test('fine', () => {});`, 'test/b.js': `test('b', ( => {});` },
    },
    none: { files: { 'a.js': '' } },
    retry: 'node:test repeats no test',
  },
};
