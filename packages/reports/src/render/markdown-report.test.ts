import { expect, test } from 'vitest';
import { buildReport } from '../model/build-report.ts';
import { exampleResults } from '../reports.testkit.ts';
import { markdownReport } from './markdown-report.ts';

const OPTIONS = { seed: 1, permutations: 2000, resamples: 200, absent: 'zero' } as const;
const text = markdownReport(buildReport([exampleResults()], OPTIONS), ['scores']);
const [first = '', ...folded] = text.split('<details>');

test('the first screen has the sentences and one table', () => {
  expect(first).toContain('steady has');
  expect(first.match(/^\|-/gm)).toHaveLength(1);
  expect(first.split('\n').length).toBeLessThan(20);
});

test('everything else is folded, and no column consists of dashes alone', () => {
  expect(folded.length).toBeGreaterThan(5);
  for (const part of folded) {
    const rows = part.split('\n').filter((line) => line.startsWith('| '));
    const [head = '', ...body] = rows.map((row) => row.split(' | ').length);
    expect(body.every((cells) => cells === head)).toBe(true);
    const columns = rows.slice(1).map((row) => row.slice(2, -2).split(' | '));
    for (let column = 0; column < Number(head); column += 1) {
      expect(columns.some((cells) => cells[column] !== '-')).toBe(true);
    }
  }
  expect(text).toContain('![scores](figures/scores.svg)');
});

test('a long table is only in the CSV files', () => {
  const set = exampleResults();
  const observations = ['open', 'instructed', 'third', 'fourth'].flatMap((track) =>
    [...set.observations].map((one) => ({ ...one, track })),
  );
  const long = markdownReport(buildReport([{ ...set, observations }], OPTIONS), []);
  expect(long).not.toContain('<summary>Means with');
  expect(long).toContain('"Means with 95.0 % intervals" are in the CSV files only.');
});
