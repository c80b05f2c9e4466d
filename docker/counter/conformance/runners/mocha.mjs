import { NAMES, NOISE } from '../lib/node-texts.mjs';

/** The same run again, with the reporter for people. */
function summary(console) {
  const shown = console.split('=== for people ===')[1];
  if (shown === undefined) return undefined;
  const number = (word) => {
    const found = [...shown.matchAll(new RegExp(`^ {2}(\\d+) ${word}\\b`, 'gm'))].at(-1);
    return found === undefined ? undefined : Number(found[1]);
  };
  if (number('passing') === undefined) return undefined;
  return {
    passed: number('passing'),
    failed: number('failing') ?? 0,
    skipped: number('pending') ?? 0,
  };
}

const run = (program, report) => `"$TOOLS/node_modules/.bin/${program}" --reporter json ${report}
local status=$?
# The reporter for people takes no report with it.
echo "=== for people ==="
"$TOOLS/node_modules/.bin/mocha" --reporter spec
return "$status"`;

const toFile = run('mocha', '--reporter-option output="$reports/0.report"');

export default {
  name: 'mocha',
  format: 'mocha-json',
  names: ['0.report'],
  versions: [
    { label: '8', npm: ['mocha@8'], command: run('_mocha', '>"$reports/0.report"') },
    { label: '9', npm: ['mocha@9'], command: run('_mocha', '>"$reports/0.report"') },
    { label: '10', npm: ['mocha@10'], command: toFile },
    { label: '11', npm: ['mocha@11'], command: toFile },
    { label: '12', npm: ['mocha@12'], command: toFile },
  ],
  version: '"$TOOLS/node_modules/.bin/mocha" --version',
  summary,
  scenarios: {
    outcomes: {
      files: {
        'test/a.js': `const assert = require('assert');
it('passes', () => {});
it('fails', () => { assert.equal(1, 2); });
it.skip('skips', () => {});
it('is not written');
it('skips itself', function () { this.skip(); });
for (const n of [1, 2, 2]) it('each ' + n, () => {});
describe('a group', () => { it('passes', () => {}); });
`,
      },
    },
    setup: {
      files: {
        'test/a.js': `describe('broken', () => { before(() => { throw new Error('no'); }); it('a', () => {}); });
describe('torn', () => { afterEach(() => { throw new Error('no'); }); it('c', () => {}); it('d', () => {}); });
it('fine', () => {});
`,
      },
    },
    noise: { files: { 'test/a.js': `it('a', () => { ${NOISE} });\nit('b', () => {});\n` } },
    names: { files: { 'test/a.js': `for (const name of ${NAMES}) it(name, () => {});\n` } },
    late: {
      files: {
        'test/a.js': `it('fine', () => {}); after(() => { setTimeout(() => { throw new Error('late'); }, 0); });`,
      },
    },
    exit: { files: { 'test/a.js': `it('a', () => {}); it('ends', () => { process.exit(0); });` } },
    signal: {
      files: { 'test/a.js': `it('dies', () => { process.kill(process.pid, 'SIGKILL'); });` },
    },
    broken: { files: { 'test/a.js': `it('fine', () => {});`, 'test/b.js': `it('b', ( => {});` } },
    none: { files: { 'test/a.js': '' } },
    retry: {
      files: {
        'test/a.js': `let tries = 0;
it('flaky', function () { this.retries(2); tries += 1; if (tries !== 2) throw new Error('no'); });
it('fine', () => {});
`,
      },
    },
  },
};
