import { expect, test } from 'vitest';
import { didYouMean, nearestName } from './nearest-name.ts';

const IDS = ['koajs__koa-ef467caa', 'refbench__tally-6637120b'];

test.each([
  ['koajs__koa-ef467cab', IDS[0]],
  ['koajs/koa-ef467caa', IDS[0]],
  ['KOAJS__KOA-EF467CAA', IDS[0]],
  ['koajs__koa', IDS[0]],
  ['something else', undefined],
  ['', undefined],
])('%j is taken for %j', (name, nearest) => {
  expect(nearestName(name, IDS)).toBe(nearest);
});

test('suggests the nearest of several names', () => {
  expect(didYouMean('gloden', ['golden', 'golem'])).toBe(' (did you mean "golden"?)');
  expect(didYouMean('x', ['golden'])).toBe('');
});
