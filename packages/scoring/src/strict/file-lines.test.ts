import { expect, test } from 'vitest';
import { changes, edited, REMOVED } from './code-comparison.testkit.ts';
import { keysInFile, significantLines } from './file-lines.ts';
import { isSignificant, lineKey } from './tree-change.ts';

const LINES = new Map([['a.ts', ['  first();', '});', 'second();', 'first();', '']]]);

test('a key has no white space, also not within the line', () => {
  expect(lineKey('\t call( a,\tb ) ;\r')).toBe('call(a,b);');
});

test('a line is significant from four word characters on, wherever they are', () => {
  expect(['abcd', '(a)(b)(c)(d)', 'a_1b'].map(isSignificant)).toEqual([true, true, true]);
  expect(['abc', '});', ''].map(isSignificant)).toEqual([false, false, false]);
});

test('the significant lines of a file are distinct, and an unknown file has none', () => {
  expect([...significantLines(LINES, 'a.ts')]).toEqual(['first();', 'second();']);
  expect([...significantLines(LINES, 'b.ts')]).toEqual([]);
});

const kept = (change: Parameters<typeof changes>[0]): readonly string[] => [
  ...keysInFile(LINES, 'a.ts', changes(change)),
];

test('an unchanged file keeps all significant lines', () => {
  expect(kept({ 'b.ts': REMOVED })).toEqual(['first();', 'second();']);
});

test('a removed line is gone unless another line of the file is equal', () => {
  expect(kept({ 'a.ts': edited([], [[3, 'second();']]) })).toEqual(['first();']);
  expect(kept({ 'a.ts': edited([], [[1, '  first();']]) })).toEqual(['second();', 'first();']);
  const both = [
    [1, '  first();'],
    [4, 'first();'],
  ] as const;
  expect(kept({ 'a.ts': edited([], both) })).toEqual(['second();']);
});

test('a line that is added again is kept, and new lines do not count', () => {
  const moved = edited(['  second( );', 'third();'], [[3, 'second();']]);
  expect(kept({ 'a.ts': moved })).toEqual(['first();', 'second();']);
});

test('nothing is kept if the file is gone or no longer source', () => {
  expect(kept({ 'a.ts': REMOVED })).toEqual([]);
  expect(kept({ 'a.ts': { ...edited([]), isSource: false } })).toEqual([]);
  expect(kept({ 'a.ts': { ...edited([]), gone: true } })).toEqual([]);
});
