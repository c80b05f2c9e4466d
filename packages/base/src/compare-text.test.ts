import { expect, test } from 'vitest';
import { compareText, sortByText } from './compare-text.ts';

test('texts are compared by code units', () => {
  expect(['b', 'ä', 'B', 'a', 'a'].sort(compareText)).toEqual(['B', 'a', 'a', 'b', 'ä']);
});

test('items are sorted by a text of each, and equal ones keep their order', () => {
  const items = [{ name: 'b' }, { name: 'a', first: true }, { name: 'a' }];
  expect(sortByText(items, ({ name }) => name)).toEqual([items[1], items[2], items[0]]);
});
