import { expect, test } from 'vitest';
import { countOf, median, percentBelow, sum, wholePercent } from './numbers.ts';

test('sums', () => {
  expect([sum([]), sum([1, 2.5])]).toEqual([0, 3.5]);
});

test.each([
  [[], null],
  [[3], 3],
  [[10, 9], 9.5],
  [[3, 1, 2], 2],
])('the median of %j is %s', (values, middle) => {
  expect(median(values)).toBe(middle);
});

test('shares are rounded', () => {
  expect([0, 0.125, 0.996].map(wholePercent)).toEqual(['0 %', '13 %', '100 %']);
  expect([0, 0.199, 0.996].map(percentBelow)).toEqual(['0 %', '19 %', '99 %']);
});

test('one thing is in the singular', () => {
  expect([0, 1, 2].map((count) => countOf(count, 'file'))).toEqual([
    '0 files',
    '1 file',
    '2 files',
  ]);
});
