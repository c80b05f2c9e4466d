import { NAMES, NOISE, numbers } from '../lib/node-texts.mjs';

/** tape counts assertions. What a test prints comes before its last lines. */
function summary(console, reports) {
  const report = reports['0.report'] ?? '';
  if (!/^# tests \d+$/m.test(report)) return undefined;
  const passed = numbers(report, ['^# pass +(\\d+)$']);
  const marked = [...report.matchAll(/^(not )?ok \d+ .*# (SKIP|TODO)/gm)];
  const passedMarks = marked.filter(([, not]) => not === undefined).length;
  const failed = numbers(report, ['^# fail +(\\d+)$']);
  return { passed: passed - passedMarks, failed, skipped: marked.length };
}

const head = `const test = require('tape');\n`;

export default {
  name: 'tape',
  format: 'tape',
  names: ['0.report'],
  versions: [
    { label: '4', npm: ['tape@4'] },
    { label: '5', npm: ['tape@5'] },
  ],
  version: 'node -p "require(process.env.TOOLS + \'/node_modules/tape/package.json\').version"',
  command: `ln -s "$TOOLS/node_modules" node_modules
TAPE_REPORT="$reports/0.report" node_modules/.bin/tape --require "$RECIPES/2/tape-report.cjs" 'test/*.js'`,
  summary,
  scenarios: {
    outcomes: {
      files: {
        'test/a.js': `${head}test('passes', (t) => { t.ok(true); t.equal(1, 1, 'is one'); t.end(); });
test('fails', (t) => { t.equal(1, 2); t.end(); });
test('skips', { skip: true }, (t) => { t.end(); });
test('skips an assertion', (t) => { t.ok(true, 'not now', { skip: true }); t.end(); });
for (const n of [1, 2, 2]) test('each ' + n, (t) => { t.ok(n); t.end(); });
test('parent', (t) => { t.test('child', (tt) => { tt.ok(1); tt.end(); }); t.end(); });
`,
        'test/b.js': `${head}test('passes', (t) => { t.ok(true); t.end(); });`,
      },
    },
    setup: 'tape has no fixtures',
    noise: {
      files: {
        'test/a.js': `${head}test('a', (t) => { ${NOISE} t.ok(1); t.end(); });\ntest('b', (t) => { t.ok(1, 'fine'); t.end(); });\n`,
      },
    },
    // tape does not escape a name that looks like a directive of TAP.
    names: {
      files: {
        'test/a.js': `${head}for (const name of ${NAMES}.filter((one) => !one.startsWith('#'))) test(name, (t) => { t.ok(1, name); t.end(); });\n`,
      },
    },
    late: {
      files: {
        'test/a.js': `${head}test('fine', (t) => { t.ok(1); t.end(); }); test.onFinish(() => { process.exitCode = 3; });`,
      },
    },
    exit: { files: { 'test/a.js': `${head}test('ends', (t) => { t.ok(1); process.exit(0); });` } },
    signal: {
      files: {
        'test/a.js': `${head}test('dies', () => { process.kill(process.pid, 'SIGKILL'); });`,
      },
    },
    broken: {
      files: {
        'test/a.js': `${head}test('fine', (t) => { t.ok(1); t.end(); });`,
        'test/b.js': `test('b', ( => {});`,
      },
    },
    none: { files: { 'test/a.js': head } },
    retry: 'tape repeats no test',
  },
};
