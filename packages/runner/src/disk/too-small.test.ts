import { expect, test } from 'vitest';
import { requireFitting, requireStoredFitting } from './too-small.ts';

test('an image fits if the budget holds it twice', () => {
  const images = [{ id: 'small', bytes: 100e6 }];
  expect(() => requireFitting(images, { budgetBytes: 200e6 })).not.toThrow();
  expect(() => requireFitting(images, { budgetBytes: 199e6 })).toThrow(
    /^the image of small needs about 200 MB.*--disk allows 199 MB/,
  );
});

test('a build needs some room, even if nobody knows the size of its image', () => {
  const images = [{ id: 'new', bytes: 0 }];
  expect(() => requireFitting(images, { budgetBytes: 40e6 })).not.toThrow();
  expect(() => requireFitting(images, { budgetBytes: 1e6 })).toThrow(
    /^the image of new needs about 34 MB.*--disk allows 1\.0 MB/,
  );
});

test('an image on the engine counts once, with the layers below it', () => {
  const stored = {
    images: [
      { id: 'base', below: undefined, bytes: 10e6 },
      { id: 'env', below: 'base', bytes: 5e6 },
      { id: 'other', below: undefined, bytes: 50e6 },
    ],
    tops: new Map([['one', ['env']]]),
  };
  const fits = (budgetBytes: number): void =>
    requireStoredFitting(['one', 'not stored'], stored, { budgetBytes });
  expect(() => fits(15e6)).not.toThrow();
  expect(() => fits(14e6)).toThrow(/^the image of one needs about 15 MB.*--disk allows 14 MB/);
});
