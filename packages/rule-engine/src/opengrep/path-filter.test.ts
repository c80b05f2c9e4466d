import { expect, it } from 'vitest';
import { pathFilter } from './path-filter.ts';

it.each([
  ['src', 'a/src/b.go', true],
  ['src/*.go', 'src/b.go', true],
  ['src/*.go', 'x/src/b.go', true],
  ['src/*.go', 'src/c/b.go', false],
  ['src/', 'src/c/b.go', true],
  ['**/src/**', 'src/b.go', true],
  ['src/**/*.go', 'src/b.go', true],
  ['/src/b.go', 'src/b.go', true],
  ['*_test.go', 'a/b_test.go', true],
  ['b?.go', 'bc.go', true],
  ['b[cd].go', 'bd.go', true],
  ['b[!cd].go', 'bd.go', false],
  ['b.go', 'bxgo', false],
])('%j and %j: %j', (glob, path, expected) => {
  expect(pathFilter([glob], []).admits(path)).toBe(expected);
  expect(pathFilter([], [glob]).admits(path)).toBe(!expected);
  expect(pathFilter([glob], [glob]).admits(path)).toBe(false);
});
