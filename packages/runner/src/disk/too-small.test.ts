import { expect, test } from 'vitest';
import { requireFitting } from './too-small.ts';

test('an image fits if the budget holds it twice', () => {
  const images = [{ id: 'small', bytes: 10e6 }];
  expect(() => requireFitting(images, { budgetBytes: 20e6 })).not.toThrow();
  expect(() => requireFitting(images, { budgetBytes: 19e6 })).toThrow(
    /^the image of small needs about 20 MB.*--disk allows 19 MB/,
  );
});
