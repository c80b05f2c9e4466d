import { expect, test } from 'vitest';
import type { ChangedLine } from './changed-line.ts';
import { withoutWhitespacePairs } from './whitespace-pairs.ts';

type Numbered = readonly (readonly [line: number, text: string, path?: string])[];

const lines = (numbered: Numbered): readonly ChangedLine[] =>
  numbered.map(([line, text, path = 'a.ts']) => ({ path, line, text }));

/** Line numbers that remain on each side. */
function remaining(removed: Numbered, added: Numbered): readonly (readonly number[])[] {
  const kept = withoutWhitespacePairs({ removed: lines(removed), added: lines(added) });
  return [kept.removed.map(({ line }) => line), kept.added.map(({ line }) => line)];
}

test('a pair of lines that differ in white space only is removed', () => {
  expect(remaining([[1, 'call(a, b);']], [[5, '  call(a,\t\tb);']])).toEqual([[], []]);
});

test('lines of other text, of other files, or on one side only remain', () => {
  expect(remaining([[1, 'one();']], [[5, ' two();']])).toEqual([[1], [5]]);
  expect(remaining([[1, 'one();', 'b.ts']], [[5, ' one();']])).toEqual([[1], [5]]);
  expect(remaining([[1, 'one();']], [])).toEqual([[1], []]);
  expect(remaining([], [[5, 'one();']])).toEqual([[], [5]]);
});

test('a line with identical text has moved and remains', () => {
  expect(remaining([[1, 'one();']], [[5, 'one();']])).toEqual([[1], [5]]);
});

test('a line belongs to one pair at most, and lines are paired in file order', () => {
  const removed = [
    [3, ' one();'],
    [1, 'one();'],
    [2, 'one() ;'],
  ] as const;
  expect(remaining(removed, [[5, 'one( );']])).toEqual([[3, 2], []]);
  expect(
    remaining(
      [[1, 'one( );']],
      [
        [9, ' one();'],
        [5, '  one();'],
      ],
    ),
  ).toEqual([[], [9]]);
});

test('identical lines are matched first, as often as they occur on the other side', () => {
  // Two of the three removed lines moved. The third is paired with the line that differs.
  const removed = [
    [1, 'one();'],
    [2, 'one();'],
    [3, 'one();'],
  ] as const;
  const added = [
    [11, 'one();'],
    [12, 'one();'],
    [13, '  one();'],
  ] as const;
  expect(remaining(removed, added)).toEqual([
    [1, 2],
    [11, 12],
  ]);
});
