import { NAMES, NOISE, numbers } from '../lib/node-texts.mjs';

/** bun's last lines: ` 3 pass`, ` 1 skip`, ` 2 fail`. */
function summary(console) {
  if (!/^ *\d+ (pass|fail)$/m.test(console)) {
    return /did not match any test|No tests found/.test(console)
      ? { passed: 0, failed: 0, skipped: 0 }
      : undefined;
  }
  return {
    passed: numbers(console, ['^ *(\\d+) pass$']),
    failed: numbers(console, ['^ *(\\d+) fail$']),
    skipped: numbers(console, ['^ *(\\d+) skip$', '^ *(\\d+) todo$']),
  };
}

const head = `import { expect, test, describe, beforeEach, afterAll } from 'bun:test';\n`;

export default {
  name: 'bun',
  format: 'junit-xml',
  names: ['0.report'],
  versions: [
    { label: '1.2', npm: ['@oven/bun-linux-x64@1.2.23'] },
    { label: '1.3', npm: ['@oven/bun-linux-x64@1.3.9'] },
  ],
  version: '"$TOOLS/node_modules/@oven/bun-linux-x64/bin/bun" --version',
  command:
    '"$TOOLS/node_modules/@oven/bun-linux-x64/bin/bun" test --reporter=junit --reporter-outfile="$reports/0.report"',
  summary,
  scenarios: {
    outcomes: {
      files: {
        'a.test.js': `${head}test('passes', () => {});
test('fails', () => { expect(1).toBe(2); });
test.skip('skips', () => {});
test.todo('later');
test.each([1, 2, 2])('each %i', () => {});
test.failing('expected', () => { throw new Error(); });
test('same', () => {});
test('same', () => {});
`,
        'b.test.js': `${head}describe('b', () => { test('passes', () => {}); });`,
      },
    },
    setup: {
      files: {
        'a.test.js': `${head}describe('torn', () => { beforeEach(() => { throw new Error('no'); }); test('c', () => {}); });
test('fine', () => {});
`,
      },
    },
    noise: {
      files: { 'a.test.js': `${head}test('a', () => { ${NOISE} });\ntest('b', () => {});\n` },
    },
    names: {
      files: { 'a.test.js': `${head}for (const name of ${NAMES}) test(name, () => {});\n` },
    },
    late: {
      files: {
        'a.test.js': `${head}test('fine', () => {}); afterAll(() => { throw new Error('late'); });`,
      },
    },
    exit: {
      files: {
        'a.test.js': `${head}test('fine', () => {}); test('ends', () => { process.exit(0); });`,
      },
    },
    signal: {
      files: {
        'a.test.js': `${head}test('dies', () => { process.kill(process.pid, 'SIGKILL'); });`,
      },
    },
    broken: {
      files: {
        'a.test.js': `${head}test('fine', () => {});`,
        'b.test.js': `${head}test('b', ( => {});`,
      },
    },
    none: { files: { 'a.js': '' } },
    retry: {
      files: {
        'a.test.js': `${head}let tries = 0;
test('flaky', () => { tries += 1; expect(tries).toBe(2); }, { retry: 2 });
test('fine', () => {});
`,
      },
    },
  },
};
