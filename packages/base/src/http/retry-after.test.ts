import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

const NOW = Date.parse('Wed, 21 Oct 2015 07:28:00 GMT');

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['1.5', 1_500],
  ['Wed, 21 Oct 2015 07:28:15 GMT', 15_000],
  ['Wednesday, 21-Oct-15 07:28:15 GMT', undefined],
  ['Wed, 21 Oct 2015 07:00:00 GMT', 0],
  ['-5', undefined],
  ['', undefined],
  ['soon', undefined],
  ['in 5 minutes', undefined],
  [null, undefined],
  [undefined, undefined],
])('%j asks to wait for %j ms', (value, expected) => {
  expect(retryAfterMs(value, NOW)).toBe(expected);
});

test('a date in the future is that far away, and no text gives a negative time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (seconds) => {
      const date = new Date(NOW + seconds * 1_000).toUTCString();
      expect(retryAfterMs(date, NOW)).toBe(seconds * 1_000);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => (retryAfterMs(text, NOW) ?? 0) >= 0));
});
