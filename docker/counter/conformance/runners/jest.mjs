import { NAMES, NOISE, numbers } from '../lib/node-texts.mjs';

/** `Tests: 1 failed, 2 skipped, 3 passed, 6 total`, and files that did not run. */
function summary(console) {
  const tests = /^Tests: +(.*)$/m.exec(console.replaceAll('Tests: 3 failed, 3 total', ''))?.[1];
  if (tests === undefined) return undefined;
  const broken = [...console.matchAll(/^ {2}● Test suite failed to run$/gm)].length;
  return {
    passed: numbers(tests, ['(\\d+) passed']),
    // A list of all failures at the end repeats those of large suites only.
    failed: numbers(tests, ['(\\d+) failed']) + broken,
    skipped: numbers(tests, ['(\\d+) skipped', '(\\d+) todo']),
  };
}

/** Until jest 30. */
const EXIT = 'jest waits without an end for a process that a test ended';

export default {
  name: 'jest',
  format: 'jest-json',
  names: ['0.report'],
  versions: [
    {
      label: '27',
      npm: ['jest@27'],
      leftOut: { exit: EXIT },
    },
    { label: '28', npm: ['jest@28'], leftOut: { exit: EXIT } },
    { label: '29', npm: ['jest@29'], leftOut: { exit: EXIT } },
    { label: '30', npm: ['jest@30'] },
  ],
  version: '"$TOOLS/node_modules/.bin/jest" --version',
  command: `"$TOOLS/node_modules/.bin/jest" --ci --json --outputFile="$reports/0.report" --coverage=false --maxWorkers=2 --passWithNoTests --forceExit`,
  summary,
  files: { 'package.json': '{"name":"a","jest":{"testEnvironment":"node"}}' },
  scenarios: {
    outcomes: {
      files: {
        'a.test.js': `test('passes', () => {});
test('fails', () => { expect(1).toBe(2); });
test.skip('skips', () => {});
test.todo('later');
test.each([1, 2, 2])('each %i', () => {});
test.failing?.('expected', () => { throw new Error(); });
test('same', () => {});
test('same', () => {});
`,
        'b.test.js': `describe('b', () => { test('passes', () => {}); });`,
      },
    },
    setup: {
      files: {
        'a.test.js': `describe('broken', () => { beforeAll(() => { throw new Error('no'); }); test('a', () => {}); test('b', () => {}); });
describe('torn', () => { beforeEach(() => { throw new Error('no'); }); test('c', () => {}); });
test('fine', () => {});
`,
      },
    },
    noise: { files: { 'a.test.js': `test('a', () => { ${NOISE} });\ntest('b', () => {});\n` } },
    names: { files: { 'a.test.js': `for (const name of ${NAMES}) test(name, () => {});\n` } },
    late: {
      files: {
        'a.test.js': `test('fine', () => {}); afterAll(() => { throw new Error('late'); });`,
        'b.test.js': `test('also fine', () => {});`,
      },
    },
    exit: {
      files: {
        'a.test.js': `test('ends', () => { process.exit(0); });`,
        'b.test.js': `test('fine', () => {});`,
      },
    },
    signal: {
      command: `"$TOOLS/node_modules/.bin/jest" --runInBand --ci --json --outputFile="$reports/0.report"`,
      files: { 'a.test.js': `test('dies', () => { process.kill(process.pid, 'SIGKILL'); });` },
    },
    broken: {
      files: { 'a.test.js': `test('fine', () => {});`, 'b.test.js': `test('b', ( => {});` },
    },
    none: { files: {} },
    retry: {
      files: {
        'a.test.js': `jest.retryTimes(2); let tries = 0;
test('flaky', () => { tries += 1; expect(tries).toBe(2); });
test('fine', () => {});
`,
      },
    },
  },
};
