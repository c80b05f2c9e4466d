import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, digestOf, sha256OfBytes } from './digest.ts';

test('the digest of bytes is SHA-256', () => {
  expect(sha256OfBytes('abc')).toBe(
    'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

test('key order and undefined members do not matter', () => {
  expect(digestOf({ b: 1, a: { d: [2, { f: 3, e: 4 }], c: undefined } })).toBe(
    digestOf({ a: { d: [2, { e: 4, f: 3 }] }, b: 1 }),
  );
});

test('canonical JSON is JSON of the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('keys are in code-unit order', () => {
  expect(canonicalJson({ ä: 1, z: 2, Z: 3 })).toBe('{"Z":3,"z":2,"ä":1}');
});
