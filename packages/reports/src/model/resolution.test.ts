import { expect, test } from 'vitest';
import type { ReportFigures } from './report-schema.ts';
import { resolutionsOf } from './resolution.ts';

const setting = { track: 'open', mode: 'direct' };

function report(
  parts: Partial<Record<'comparisons' | 'repeats', readonly object[]>>,
): ReportFigures {
  return { usage: [setting], comparisons: [], repeats: [], ...parts } as unknown as ReportFigures;
}

test('the smallest difference is that of the pair which shows most', () => {
  const pair = (metric: string, minimumDetectable: number | null): object => ({
    ...setting,
    metric,
    minimumDetectable,
  });
  const comparisons = [pair('alignment', 0.2), pair('alignment', null), pair('pass', 0.1)];
  expect(resolutionsOf(report({ comparisons }))).toEqual([
    { ...setting, smallestDifference: 0.2, noiseFloor: null },
  ]);
});

test('the noise floor follows from repeats, and shrinks with instances and attempts', () => {
  const repeat = (n: number, fewest: number): object => ({
    ...setting,
    metric: 'alignment',
    within: 0.1,
    n,
    fewest,
  });
  const [few] = resolutionsOf(report({ repeats: [repeat(2, 1)] }));
  expect(few?.noiseFloor).toBeCloseTo(0.196);
  const [more] = resolutionsOf(report({ repeats: [repeat(8, 4)] }));
  expect(more?.noiseFloor).toBeCloseTo(0.049);
  const [both] = resolutionsOf(report({ repeats: [repeat(8, 4), repeat(2, 1)] }));
  expect(both?.noiseFloor).toBeCloseTo(0.196);
});

test('without repeats and pairs, nothing is known', () => {
  expect(resolutionsOf(report({}))).toEqual([
    { ...setting, smallestDifference: null, noiseFloor: null },
  ]);
});
