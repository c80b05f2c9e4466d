import { NAMES, NOISE } from '../lib/node-texts.mjs';

/** The same run again, with the reporter for people. */
function summary(console, reports) {
  // The reporter of TAP itself fails where a test calls process.exit.
  if (!/^1\.\.\d+$/m.test(reports['0.report'] ?? '')) return undefined;
  const shown = console.split('=== for people ===')[1];
  if (shown === undefined) return undefined;
  const number = (words) =>
    Number(new RegExp(`^ {2}(\\d+) (?:${words})`, 'm').exec(shown)?.[1] ?? 0);
  if (!/^ {2}\d+ (tests?|known|uncaught|unhandled)/m.test(shown)) return undefined;
  const lines = (mark) => [...shown.matchAll(new RegExp(`^ +${mark}`, 'gm'))].length;
  return {
    // Where a test failed, it says no number of those that passed.
    passed: lines('✔ '),
    // A process that ended too early is one more failure, beside what it threw.
    failed:
      number('tests? failed') +
      number('uncaught exceptions?') +
      number('unhandled rejections?') +
      lines('✘ \\S+ exited '),
    skipped: number('tests? skipped') + number('tests? todo'),
  };
}

const head = `import test from 'ava';\n`;

export default {
  name: 'ava',
  format: 'tap',
  names: ['0.report'],
  versions: [
    { label: '5', npm: ['ava@5'] },
    { label: '6', npm: ['ava@6'] },
  ],
  version: '"$TOOLS/node_modules/.bin/ava" --version',
  command: `ln -s "$TOOLS/node_modules" node_modules
node_modules/.bin/ava --tap >"$reports/0.report"
local status=$?
echo "=== for people ==="
FORCE_COLOR=0 node_modules/.bin/ava
return "$status"`,
  summary,
  files: { 'package.json': '{"type":"module"}' },
  scenarios: {
    outcomes: {
      files: {
        'test/a.js': `${head}test('passes', (t) => { t.pass(); });
test('fails', (t) => { t.is(1, 2); });
test.skip('skips', (t) => { t.pass(); });
test.todo('later');
test.failing('expected', (t) => { t.fail(); });
for (const n of [1, 2, 3]) test('each ' + n, (t) => { t.pass(); });
`,
        'test/b.js': `${head}test('passes', (t) => { t.pass(); });`,
      },
    },
    setup: {
      files: {
        'test/a.js': `${head}test.beforeEach(() => { throw new Error('no'); }); test('a', (t) => { t.pass(); });`,
        'test/b.js': `${head}test('passes', (t) => { t.pass(); });`,
      },
    },
    noise: {
      files: {
        'test/a.js': `${head}test('a', (t) => { ${NOISE} t.pass(); });\ntest('b', (t) => { t.log('not ok 9 - x'); t.pass(); });\n`,
      },
    },
    // ava does not escape a name that looks like a directive of TAP.
    names: {
      files: {
        'test/a.js': `${head}for (const name of ${NAMES}.filter((one) => !one.startsWith('#'))) test(name, (t) => { t.pass(); });\n`,
      },
    },
    late: {
      files: {
        'test/a.js': `${head}test('fine', (t) => { t.pass(); setTimeout(() => { throw new Error('late'); }, 20); });
test('waits', async (t) => { await new Promise((done) => setTimeout(done, 200)); t.pass(); });`,
      },
    },
    exit: {
      files: {
        'test/a.js': `${head}test('fine', (t) => { t.pass(); });`,
        'test/b.js': `${head}test('ends', (t) => { t.pass(); process.exit(0); });`,
      },
    },
    signal: {
      files: {
        'test/a.js': `${head}test('dies', () => { process.kill(process.pid, 'SIGKILL'); });`,
      },
    },
    broken: {
      files: {
        'test/a.js': `${head}test('fine', (t) => { t.pass(); });`,
        'test/b.js': `import test from 'ava'; test('b', ( => {});`,
      },
    },
    none: { files: { 'a.js': '' } },
    retry: 'ava repeats no test',
  },
};
