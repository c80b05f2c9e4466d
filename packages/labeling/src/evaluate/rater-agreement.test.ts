import { expect, test } from 'vitest';
import { raterAgreement, ratingsOfFile, ratingsOfTable } from './rater-agreement.ts';

/** Cohen's example: 20 times both yes, 5 and 10 times only one, 15 times both no. */
function cohensTable(): Record<string, unknown>[] {
  const cells = [
    ['yes', 'yes', 20],
    ['yes', 'no', 5],
    ['no', 'yes', 10],
    ['no', 'no', 15],
  ] as const;
  return cells
    .flatMap(([ann, bob, times]) => Array.from({ length: times }, () => ({ ann, bob })))
    .map((row, at) => ({ rule: `r${at}`, ...row }));
}

test("a table of two raters has Cohen's kappa", () => {
  const { pairs, alpha } = raterAgreement(ratingsOfTable(cohensTable(), 'ratings'));
  expect(pairs).toHaveLength(1);
  expect(pairs[0]).toMatchObject({ first: 'ann', second: 'bob', items: 50, equal: 35 });
  expect(pairs[0]?.agreement).toBeCloseTo(0.7, 12);
  expect(pairs[0]?.kappa).toBeCloseTo(0.4, 12);
  // 1 - (n - 1) x disagreeing pairs / product of the counts: 1 - 99 x 30 / (2 x 55 x 45)
  expect(alpha).toBeCloseTo(1 - (99 * 30) / (2 * 55 * 45), 12);
});

test('files of single raters are compared on their common items', () => {
  const one = ratingsOfFile(
    [
      { rule: 'a', label: 'Restrictive ' },
      { rule: 'b', label: 'free' },
      { rule: 'c', label: '' },
    ],
    'one.csv',
  );
  const other = ratingsOfFile(
    [
      { instance_id: 'a', answer: 'restrictive' },
      { instance_id: 'b', answer: 'restrictive' },
      { instance_id: 'c', answer: 'free' },
    ],
    'other.csv',
  );
  const { pairs } = raterAgreement(
    new Map([
      ['one', one],
      ['other', other],
    ]),
  );
  expect(pairs[0]).toMatchObject({ items: 2, equal: 1, agreement: 0.5, kappa: 0 });
});

test('what cannot be read as ratings is refused', () => {
  expect(() => ratingsOfTable([{ item: 'a', one: '1' }], 'f')).toThrow(/one column per rater/);
  expect(() => ratingsOfFile([{ item: 'a', one: '1' }], 'f')).toThrow(/needs a column item or/);
  const twice = [
    { item: 'a', label: '1' },
    { item: 'a', label: '2' },
  ];
  expect(() => ratingsOfFile(twice, 'f')).toThrow('"a" is rated twice');
});
