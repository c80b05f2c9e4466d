import { NAMES, NOISE, numbers } from '../lib/node-texts.mjs';

/** The default reporter runs beside that of the report. */
function summary(console) {
  const plain = console.replace(/\u001b\[[\d;]*m/g, '');
  const files = /^ *Test Files +(.*)$/m.exec(plain)?.[1];
  const tests = /^ *Tests +(?!: 3)(.*)$/m.exec(plain)?.[1] ?? '';
  if (files === undefined) {
    return plain.includes('No test files found') ? { passed: 0, failed: 0, skipped: 0 } : undefined;
  }
  // A file that fails without a failing test did not load, or failed in a hook.
  const broken = [...plain.matchAll(/^ FAIL +(\S+)(?: \[.*\]| > .*)?$/gm)];
  const withoutTest = broken.filter(([line]) => / \[ .* \]$/.test(line)).length;
  return {
    passed: numbers(tests, ['(\\d+) passed', '(\\d+) expected fail']),
    failed: numbers(tests, ['(\\d+) failed']) + withoutTest,
    skipped: numbers(tests, ['(\\d+) skipped', '(\\d+) todo']),
  };
}

const head = `import { expect, test, describe, beforeAll, afterAll, beforeEach } from 'vitest';\n`;

export default {
  name: 'vitest',
  format: 'jest-json',
  names: ['0.report'],
  versions: [
    { label: '0.34', npm: ['vitest@0.34'] },
    { label: '1', npm: ['vitest@1'] },
    { label: '2', npm: ['vitest@2'] },
    { label: '3', npm: ['vitest@3'] },
    { label: '4', npm: ['vitest@4'] },
  ],
  version: '"$TOOLS/node_modules/.bin/vitest" --version',
  command: `ln -s "$TOOLS/node_modules" node_modules; node_modules/.bin/vitest run --reporter=json --reporter=default --outputFile.json="$reports/0.report" --no-coverage --passWithNoTests`,
  summary,
  files: { 'package.json': '{"type":"module"}' },
  scenarios: {
    outcomes: {
      files: {
        'a.test.js': `${head}test('passes', () => {});
test('fails', () => { expect(1).toBe(2); });
test.skip('skips', () => {});
test.todo('later');
test.each([1, 2, 2])('each %i', () => {});
test.fails('expected', () => { throw new Error(); });
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
        'a.test.js': `${head}test('adds', () => {});
test('starts work that fails later', async () => {
  setTimeout(() => { throw new Error('the job died'); }, 20);
});
test('waits', async () => { await new Promise((done) => setTimeout(done, 60)); });
`,
      },
    },
    exit: {
      files: {
        'a.test.js': `${head}test('ends', () => { process.exit(0); });`,
        'b.test.js': `${head}test('fine', () => {});`,
      },
    },
    signal: {
      files: {
        'a.test.js': `${head}import { spawnSync } from 'node:child_process';
test('dies', () => { spawnSync('kill', ['-9', String(process.ppid), String(process.pid)]); });`,
      },
      command: `ln -s "$TOOLS/node_modules" node_modules; node_modules/.bin/vitest run --pool=forks --reporter=json --outputFile.json="$reports/0.report"`,
    },
    broken: {
      files: {
        'a.test.js': `${head}test('fine', () => {});`,
        'b.test.js': `${head}test('b', ( => {});`,
      },
    },
    none: { files: {} },
    retry: {
      files: {
        'a.test.js': `${head}let tries = 0;
test('flaky', { retry: 2 }, () => { tries += 1; expect(tries).toBe(2); });
test('fine', () => {});
`,
      },
    },
  },
};
