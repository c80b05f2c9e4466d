import { expect, test } from 'vitest';
import { costAxis } from './cost-axis.ts';

test('costs of one magnitude lie on a linear axis from 0', () => {
  const { place, low, high, isLogarithmic } = costAxis([1, 4, 2]);
  expect({ low, high, isLogarithmic }).toEqual({ low: 0, high: 4, isLogarithmic: false });
  expect([1, 2, 4].map(place)).toEqual([0.25, 0.5, 1]);
});

test('costs that are far apart lie on a logarithmic axis', () => {
  const { place, low, high, isLogarithmic } = costAxis([0.01, 1, 0.1]);
  expect({ low, high, isLogarithmic }).toEqual({ low: 0.01, high: 1, isLogarithmic: true });
  expect(place(0.1)).toBeCloseTo(0.5);
  expect([place(0.01), place(1)]).toEqual([0, 1]);
});

test('attempts that cost nothing are at the left end', () => {
  expect(costAxis([0, 5])).toMatchObject({ low: 0, isLogarithmic: false });
  expect(costAxis([0, 0]).place(0)).toBe(0);
});
