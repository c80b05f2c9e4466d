import type { Witness } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { repeatedMatches } from './repeated-matches.ts';

const training = new Set(['src/a.ts', 'src/b.ts', 'lib/d.ts', 'test/one.ts']);

function repeated(files: readonly string[] | undefined, ...own: readonly string[]): unknown {
  const place = { line: 1, column: 1 };
  const matches = own.map((file): Witness => ({ rule: 'r', file, start: place, end: place }));
  const candidate = files === undefined ? {} : { files };
  return repeatedMatches({ candidate, own: matches }, training).map(({ file }) => file);
}

test('a rule for all files repeats wherever it matches', () => {
  const own = ['src/a.ts', 'test/one.ts', 'src/c.ts', 'lib/e.ts'];
  expect(repeated(undefined, ...own)).toEqual(['src/c.ts', 'lib/e.ts']);
});

test('matches in two training files are enough, and so are three in one', () => {
  expect(repeated(undefined, 'src/a.ts', 'src/b.ts', 'src/c.ts')).toEqual(['src/c.ts']);
  expect(repeated(undefined, 'src/a.ts', 'src/a.ts', 'src/a.ts', 'src/c.ts')).toEqual(['src/c.ts']);
});

test('what training shows twice in one file, or never, does not repeat', () => {
  expect(repeated(undefined, 'src/a.ts', 'src/a.ts', 'src/c.ts')).toEqual([]);
  expect(repeated(undefined, 'src/c.ts')).toEqual([]);
});

test('a folder repeats in its other files, and a single file nowhere', () => {
  const own = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'lib/e.ts'];
  expect(repeated(['src/**', 'lib/e.ts'], ...own)).toEqual(['src/c.ts']);
});

test('the support of one entry does not count for another', () => {
  const own = ['src/a.ts', 'lib/d.ts', 'src/c.ts', 'lib/e.ts'];
  expect(repeated(['src/**', 'lib/**'], ...own)).toEqual([]);
});
