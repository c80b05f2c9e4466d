import { NAMES, NOISE } from '../lib/node-texts.mjs';

/** `5 specs, 1 failure, 2 pending specs`; failures outside of specs count among the failures. */
function summary(console) {
  const found = [
    ...console.matchAll(/^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?$/gm),
  ].at(-1);
  if (found === undefined)
    return /No specs found/.test(console) ? { passed: 0, failed: 0, skipped: 0 } : undefined;
  const [specs, failed, skipped] = found.slice(1).map((text) => Number(text ?? 0));
  const outside = [...console.matchAll(/^ {2}Message:\n.*(?:afterAll|SyntaxError)/gm)].length;
  return { passed: specs - (failed - outside) - skipped, failed, skipped };
}

export default {
  name: 'jasmine',
  format: 'json-lines',
  names: ['0.report'],
  versions: [
    { label: '3', npm: ['jasmine@3'] },
    { label: '4', npm: ['jasmine@4'] },
    { label: '5', npm: ['jasmine@5'] },
  ],
  version: 'node -p "require(process.env.TOOLS + \'/node_modules/jasmine/package.json\').version"',
  command: `JASMINE_REPORT="$reports/0.report" "$TOOLS/node_modules/.bin/jasmine" --no-color --random=false --helper="$RECIPES/2/jasmine-report.cjs" 'spec/*.js'`,
  summary,
  scenarios: {
    outcomes: {
      files: {
        'spec/a.js': `it('passes', () => { expect(1).toBe(1); });
it('fails', () => { expect(1).toBe(2); });
xit('skips', () => {});
it('is not written');
describe('group', () => { for (const n of [1, 2, 3]) it('each ' + n, () => { expect(n).toBe(n); }); });
`,
        'spec/b.js': `describe('b', () => { it('passes', () => { expect(1).toBe(1); }); });`,
      },
    },
    setup: {
      files: {
        'spec/a.js': `describe('torn', () => { beforeEach(() => { throw new Error('no'); }); it('a', () => {}); it('b', () => {}); });
it('fine', () => {});
`,
      },
    },
    noise: { files: { 'spec/a.js': `it('a', () => { ${NOISE} });\nit('b', () => {});\n` } },
    names: { files: { 'spec/a.js': `for (const name of ${NAMES}) it(name, () => {});\n` } },
    late: {
      files: {
        'spec/a.js': `describe('a', () => { it('fine', () => {}); afterAll(() => { throw new Error('afterAll'); }); });`,
      },
    },
    exit: {
      files: { 'spec/a.js': `it('fine', () => {}); it('ends', () => { process.exit(0); });` },
    },
    signal: {
      files: { 'spec/a.js': `it('dies', () => { process.kill(process.pid, 'SIGKILL'); });` },
    },
    broken: { files: { 'spec/a.js': `it('fine', () => {});`, 'spec/b.js': `it('b', ( => {});` } },
    none: { files: { 'a.js': '' } },
    retry: 'jasmine repeats no spec',
  },
};
