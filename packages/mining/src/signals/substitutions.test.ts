import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Substitutions } from './substitutions.ts';

function explained(hunks: readonly (readonly [string[], string[]])[]): number {
  const substitutions = new Substitutions();
  for (const [removed, added] of hunks) substitutions.add(removed, added);
  return substitutions.explained();
}

test('a replacement that occurs three times is explained, also with another number of tokens', () => {
  const one = [['func f(x interface{}) error {'], ['func f(x any) error {']] as const;
  const hunk = [[...one[0]], [...one[1]]] as [string[], string[]];
  expect(explained([hunk, hunk])).toBe(0);
  expect(explained([hunk, hunk, hunk])).toBe(3);
});

test('a line is explained only if all its replacements are', () => {
  const lines = ['old(1)', 'old(2)', 'old(3)'];
  const news = ['fresh(1)', 'fresh(2)', 'fresh(4)'];
  expect(explained([[lines, news]])).toBe(2);
});

test('new code is never explained', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (added) => {
      expect(explained([[[], added]])).toBe(0);
    }),
  );
});

test('a consistent renaming of any names is explained completely', () => {
  const name = fc.stringMatching(/^[a-z]{3,8}$/);
  fc.assert(
    fc.property(name, name, fc.integer({ min: 3, max: 20 }), (old, now, count) => {
      fc.pre(old !== now);
      const olds = Array.from({ length: count }, (_, at) => `call${at}(${old}, 'a');`);
      const news = olds.map((line) => line.replace(`(${old},`, `(${now},`));
      expect(explained([[olds, news]])).toBe(count);
    }),
  );
});
