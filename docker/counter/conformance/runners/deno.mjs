/** deno's last line: `FAILED | 2 passed | 1 failed | 1 ignored (5ms)`. */
function summary(console) {
  const plain = console.replace(/\u001b\[[\d;]*m/g, '');
  const last = plain
    .split('\n')
    .filter((line) => /^(ok|FAILED) \| \d+ passed/.test(line))
    .at(-1);
  if (last === undefined)
    return /No test modules found/.test(plain) ? { passed: 0, failed: 0, skipped: 0 } : undefined;
  const number = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(last)?.[1] ?? 0);
  return {
    passed: number('passed') + Number(/\((\d+) steps?\)/.exec(last)?.[1] ?? 0),
    failed: number('failed'),
    skipped: number('ignored'),
  };
}

export default {
  name: 'deno',
  format: 'junit-xml',
  names: ['0.report'],
  versions: [
    { label: '2.8', npm: ['@deno/linux-x64-glibc@2.8.0'] },
    { label: '2.9', npm: ['@deno/linux-x64-glibc@2.9.6'] },
  ],
  version:
    'chmod +x "$TOOLS/node_modules/@deno/linux-x64-glibc/deno"; "$TOOLS/node_modules/@deno/linux-x64-glibc/deno" --version',
  command:
    'NO_COLOR=1 "$TOOLS/node_modules/@deno/linux-x64-glibc/deno" test --allow-all --junit-path="$reports/0.report"',
  summary,
  scenarios: {
    outcomes: {
      files: {
        'a.test.js': `Deno.test('passes', () => {});
Deno.test('fails', () => { throw new Error('no'); });
Deno.test({ name: 'skips', ignore: true, fn() {} });
for (const n of [1, 2, 3]) Deno.test('each ' + n, () => {});
Deno.test('parent', async (t) => { await t.step('child', () => {}); });
`,
        'b.test.js': `Deno.test('passes', () => {});`,
      },
    },
    setup: 'the fixtures of deno are steps of its tests',
    noise: {
      files: {
        'a.test.js': `Deno.test('a', () => { console.log('ok | 9 passed | 9 failed'); console.log('</testcase>'); });\nDeno.test('b', () => {});\n`,
      },
    },
    names: {
      files: {
        'a.test.js': `for (const name of ["a\\nb", "\\u001b[31mred", "'<&>", "x".repeat(10000)]) Deno.test(name, () => {});\n`,
      },
    },
    late: {
      files: {
        'a.test.js': `Deno.test('fine', () => {}); addEventListener('unload', () => { throw new Error('late'); });`,
      },
    },
    exit: {
      files: {
        'a.test.js': `Deno.test('fine', () => {}); Deno.test('ends', () => { Deno.exit(0); });`,
      },
    },
    signal: {
      files: { 'a.test.js': `Deno.test('dies', () => { Deno.kill(Deno.pid, 'SIGKILL'); });` },
    },
    broken: {
      files: {
        'a.test.js': `Deno.test('fine', () => {});`,
        'b.test.js': `Deno.test('b', ( => {});`,
      },
    },
    none: { files: { 'a.js': '' } },
    retry: 'deno repeats no test',
  },
};
