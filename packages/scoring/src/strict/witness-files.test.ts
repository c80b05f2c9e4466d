import { expect, test } from 'vitest';
import { byRuleAndFile, smallerShare, sumOf } from './witness-files.ts';

test('matches are counted by rule and file', () => {
  const at = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  const found = ['a', 'a', 'b'].map((file) => ({ rule: 'r', file, ...at }));
  const counts = byRuleAndFile([...found, { rule: 's', file: 'a', ...at }]);
  expect([...(counts.get('r') ?? [])]).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  expect([...(counts.get('s') ?? [])]).toEqual([['a', 1]]);
});

test('a sum of nothing is 0', () => {
  expect([sumOf([]), sumOf([1, 2.5])]).toEqual([0, 3.5]);
});

const share = (
  reference: Readonly<Record<string, number>> | undefined,
  earned: Readonly<Record<string, number>> | undefined,
): number =>
  smallerShare(
    reference && new Map(Object.entries(reference)),
    earned && new Map(Object.entries(earned)),
  );

test('many matches in one of several files are limited by the share of the files', () => {
  expect(share({ a: 8, b: 1, c: 1 }, { a: 8 })).toBe(1 / 3);
});

test('one match in each file is limited by the share of the matches', () => {
  expect(share({ a: 8, b: 1, c: 1 }, { a: 1, b: 1, c: 1 })).toBe(0.3);
});

test('a file counts by the share of its own matches', () => {
  // By matches 6 of 12, by files (2/10 + 2/1 + 2/1) / 3, which is above 1.
  expect(share({ a: 10, b: 1, c: 1 }, { a: 2, b: 2, c: 2 })).toBe(0.5);
  // By matches 4 of 8, by files (4/4 + 0/4) / 2.
  expect(share({ a: 4, b: 4 }, { a: 4 })).toBe(0.5);
});

test('the share is never above 1, and 0 without a reference or without credit', () => {
  expect(share({ a: 1 }, { a: 5 })).toBe(1);
  expect(share({}, { a: 1 })).toBe(0);
  expect(share(undefined, { a: 1 })).toBe(0);
  expect(share({ a: 1 }, undefined)).toBe(0);
});
