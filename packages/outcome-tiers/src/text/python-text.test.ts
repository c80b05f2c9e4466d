import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText, firstCharacters, roundHalfEven, splitLines } from './python-text.ts';

test('line breaks become line feeds before anything is counted', () => {
  expect(decodeText(Buffer.from('a\r\nb\rc\n\r\n'))).toBe('a\nb\nc\n\n');
  expect(decodeText(Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff]))).toBe('\ufeffa\ufffd');
});

test('characters are code points', () => {
  expect(firstCharacters('a\u{1f600}b\u{1f600}', 3)).toBe('a\u{1f600}b');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, count) => {
      expect(firstCharacters(text, count)).toBe(Array.from(text).slice(0, count).join(''));
    }),
  );
});

test('lines end where they end in Python', () => {
  expect(splitLines('a\vb\fc\u001cd\u0085e\u2028f\r\ng\n')).toEqual('abcdefg'.split(''));
  expect(splitLines('')).toEqual([]);
  expect(splitLines('\n\n')).toEqual(['', '']);
});

test('ties of the exact binary value go to the even digit', () => {
  // Values of CPython's round(x, 3) and round(x, 0).
  expect([1 / 16, 3 / 16, 5 / 16, 0.0005, 0.0015, 2.0005].map((x) => roundHalfEven(x, 3))).toEqual([
    0.062, 0.188, 0.312, 0.001, 0.002, 2.001,
  ]);
  expect([0.5, 1.5, 2.5].map((x) => roundHalfEven(x, 0))).toEqual([0, 2, 2]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 500 }), (a, b) => {
      const value = a / b;
      expect(Math.abs(roundHalfEven(value, 3) - value)).toBeLessThanOrEqual(0.000_500_000_1);
    }),
  );
});
