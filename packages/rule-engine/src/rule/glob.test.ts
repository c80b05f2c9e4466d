import fc from 'fast-check';
import { expect, test } from 'vitest';
import { globToRegExp } from './glob.ts';
import { pathScope } from './path-scope.ts';

const PATHS = [
  'src/x.ts',
  'src/a/x.ts',
  'src/a/b/x.ts',
  'src/a/.h.ts',
  'src/a/[x].ts',
  'src/y.d.ts',
  'src/y.mts',
  'x.ts',
];

/** What `ast-grep scan` 0.51.1 matched of PATHS for a rule with this one glob in `files`. */
test.each([
  [
    'src/*.ts',
    ['src/x.ts', 'src/a/x.ts', 'src/a/b/x.ts', 'src/a/.h.ts', 'src/a/[x].ts', 'src/y.d.ts'],
  ],
  ['src/**', PATHS.slice(0, 7)],
  ['src/**/*.ts', PATHS.slice(0, 6)],
  ['**/x.ts', ['src/x.ts', 'src/a/x.ts', 'src/a/b/x.ts', 'x.ts']],
  ['*.ts', [...PATHS.slice(0, 6), 'x.ts']],
  ['*', PATHS],
  ['src', []],
  ['src/', []],
  ['src/{a,b}/*.ts', ['src/a/x.ts', 'src/a/b/x.ts', 'src/a/.h.ts', 'src/a/[x].ts']],
  ['src/[a-z].ts', ['src/x.ts']],
  ['src/[!x].ts', []],
  ['src/a/[[]x].ts', ['src/a/[x].ts']],
  ['src/a/\\[x\\].ts', ['src/a/[x].ts']],
  ['src/?.ts', ['src/x.ts']],
  ['src/a**/x.ts', ['src/a/x.ts', 'src/a/b/x.ts']],
  ['SRC/*.ts', []],
  ['{src/x.ts,x.ts}', ['src/x.ts', 'x.ts']],
])('%s matches what ast-grep matches', (glob, expected) => {
  const pattern = globToRegExp(glob, false);
  expect(PATHS.filter((path) => pattern.test(path))).toEqual(expected);
});

test('matching is case-sensitive unless the entry says otherwise', () => {
  const scope = pathScope([{ glob: 'SRC/*.ts', caseInsensitive: true }], undefined);
  expect(scope.includes('src/a.ts')).toBe(true);
});

test.each([
  ['src/[a', 'a "[" is not closed'],
  ['src/{a', 'a "{" is not closed'],
  ['src/a}', 'a "}" closes nothing'],
  ['src/\\', 'it ends with a "\\"'],
  ['[z-a]', 'a range in "[...]" runs backwards'],
  ['a*b*c*d*e*f*g*', 'it contains more than 6 stars'],
])('%s is an error: %s', (glob, message) => {
  expect(() => globToRegExp(glob, false)).toThrow(message);
});

test('a path is its own glob once its special characters are escaped', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (path, other) => {
      const pattern = globToRegExp(path.replaceAll(/[*?[\]{}\\]/g, '\\$&'), false);
      expect(pattern.test(path)).toBe(true);
      expect(pattern.test(other)).toBe(other === path);
    }),
  );
});

/** Anything but a SyntaxError is thrown on. */
function isRefused(glob: string): boolean {
  try {
    globToRegExp(glob, false).test('a/b');
    return false;
  } catch (error) {
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}

test('any text either compiles or throws a SyntaxError', () => {
  const letters = fc.constantFrom(...Array.from('ab/*?[]{},!^-\\.(|'));
  fc.assert(
    fc.property(fc.string({ unit: letters }), (glob) => {
      expect(typeof isRefused(glob)).toBe('boolean');
    }),
  );
});
