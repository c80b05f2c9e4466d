/** The same run again, with the reporter for people. */
function summary(console, reports) {
  const report = reports['0.report'] ?? '';
  const end = /^# \{ total: (\d+), (.*) \}$/m.exec(report);
  if (end === null) {
    // Only a failing run ends with numbers. They count assertions, and files as one more level.
    if (!/^1\.\.\d+$/m.test(report)) return undefined;
  }
  const leaves = leavesOf(report);
  return leaves;
}

/** Counts the points of the deepest levels, whose indentation no other line of the report has. */
function leavesOf(report) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  let deeper = -1;
  for (const line of report.split('\n')) {
    const point = /^( *)(not )?ok \d+(?: - )?(.*)$/.exec(line);
    if (point === null) continue;
    const depth = point[1].length;
    if (depth >= deeper) {
      const outcome = /# (SKIP|TODO)/i.test(point[3])
        ? 'skipped'
        : point[2] === undefined
          ? 'passed'
          : 'failed';
      counts[outcome] += 1;
    }
    deeper = depth === 0 ? -1 : depth;
  }
  return counts;
}

const head = `const t = require('tap');\n`;

export default {
  name: 'tap',
  format: 'tap',
  names: ['0.report'],
  versions: [
    {
      label: '16',
      npm: ['tap@16'],
      command:
        'ln -s "$TOOLS/node_modules" node_modules; node_modules/.bin/tap --reporter=tap --no-coverage >"$reports/0.report"',
    },
    {
      label: '18',
      npm: ['tap@18'],
      command:
        'ln -s "$TOOLS/node_modules" node_modules; node_modules/.bin/tap --reporter=tap --disable-coverage >"$reports/0.report"',
    },
  ],
  version: 'node -p "require(process.env.TOOLS + \'/node_modules/tap/package.json\').version"',
  summary,
  files: { 'package.json': '{}' },
  scenarios: {
    outcomes: {
      files: {
        'test/a.js': `${head}t.test('passes', async (tt) => { tt.ok(true, 'fine'); });
t.test('fails', async (tt) => { tt.equal(1, 2); });
t.test('skips', { skip: true }, async () => {});
t.test('later', { todo: true }, async () => {});
for (const n of [1, 2, 2]) t.test('each', async (tt) => { tt.ok(n, 'one'); });
`,
        'test/b.js': `${head}t.pass('top');`,
      },
    },
    setup: {
      files: {
        'test/a.js': `${head}t.before(() => { throw new Error('no'); }); t.test('a', async (tt) => { tt.ok(1); });`,
      },
    },
    noise: 'node-tap reads standard output of a test as TAP itself, so what imitates TAP is TAP',
    names: 'the counts of the runner are those of its report, see "outcomes"',
    late: {
      files: { 'test/a.js': `${head}t.pass('fine'); t.teardown(() => { process.exitCode = 3; });` },
    },
    exit: { files: { 'test/a.js': `${head}t.test('ends', () => { process.exit(0); });` } },
    signal: {
      files: {
        'test/a.js': `${head}t.test('dies', () => { process.kill(process.ppid, 'SIGKILL'); });`,
      },
    },
    broken: {
      files: { 'test/a.js': `${head}t.pass('fine');`, 'test/b.js': `test('b', ( => {});` },
    },
    none: { files: { 'a.js': '' } },
    retry: 'node-tap repeats no test',
  },
};
