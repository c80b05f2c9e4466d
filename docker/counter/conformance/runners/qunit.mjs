import { NAMES, numbers } from '../lib/node-texts.mjs';

/** The comments behind the points. */
function summary(console, reports) {
  const report = reports['0.report'] ?? '';
  if (!/^1\.\.\d+$/m.test(report)) return undefined;
  return {
    passed: numbers(report, ['^# pass (\\d+)$']),
    failed: numbers(report, ['^# fail (\\d+)$']),
    skipped: numbers(report, ['^# skip (\\d+)$', '^# todo (\\d+)$']),
  };
}

export default {
  name: 'qunit',
  format: 'tap',
  names: ['0.report'],
  versions: [{ label: '2', npm: ['qunit@2'] }],
  version: '"$TOOLS/node_modules/.bin/qunit" --version',
  command: '"$TOOLS/node_modules/.bin/qunit" >"$reports/0.report"',
  summary,
  scenarios: {
    outcomes: {
      files: {
        'test/a.js': `QUnit.test('passes', (assert) => { assert.ok(true); });
QUnit.test('fails', (assert) => { assert.equal(1, 2); });
QUnit.skip('skips', () => {});
QUnit.todo('later', (assert) => { assert.ok(false); });
QUnit.test.each('each', [1, 2, 2], (assert, n) => { assert.ok(n); });
QUnit.module('group', () => { QUnit.test('passes', (assert) => { assert.ok(true); }); });
`,
      },
    },
    setup: {
      files: {
        'test/a.js': `QUnit.module('torn', { beforeEach() { throw new Error('no'); } });
QUnit.test('a', (assert) => { assert.ok(true); });
QUnit.module('fine'); QUnit.test('b', (assert) => { assert.ok(true); });
`,
      },
    },
    noise: {
      files: {
        'test/a.js': `QUnit.test('a', (assert) => { console.log('not ok 9 fake'); console.log('---'); process.stdout.write('50% '); assert.ok(true); });
QUnit.test('b', (assert) => { assert.ok(true); });
`,
      },
    },
    // qunit does not escape a name that looks like a directive of TAP, or a line feed.
    names: {
      files: {
        'test/a.js': `for (const name of ${NAMES}.filter((one) => !/^#|\\n/.test(one))) QUnit.test(name, (assert) => { assert.ok(true); });\n`,
      },
    },
    late: {
      files: {
        'test/a.js': `QUnit.test('fine', (assert) => { assert.ok(true); }); QUnit.done(() => { process.exitCode = 3; });`,
      },
    },
    exit: { files: { 'test/a.js': `QUnit.test('ends', () => { process.exit(0); });` } },
    signal: {
      files: {
        'test/a.js': `QUnit.test('dies', () => { process.kill(process.pid, 'SIGKILL'); });`,
      },
    },
    broken: {
      files: {
        'test/a.js': `QUnit.test('fine', (assert) => { assert.ok(true); });`,
        'test/b.js': `test('b', ( => {});`,
      },
    },
    none: { files: { 'test/a.js': '' } },
    retry: 'qunit repeats no test',
  },
};
