import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memberText, scanObject, withMember } from './json-text.ts';

const objects = fc.dictionary(fc.string(), fc.jsonValue());

test('finds the members of any object, however it is written', () => {
  fc.assert(
    fc.property(objects, fc.constantFrom(0, 1, '\t'), (object, indent) => {
      // Keys like __proto__ do not survive a dictionary.
      const plain: unknown = JSON.parse(JSON.stringify(object));
      const text = ` ${JSON.stringify(plain, null, indent)}\n`;
      const scanned = scanObject(text);
      if (scanned.kind !== 'object') throw new Error(scanned.reason);
      const read = scanned.members.map(({ key, start, end }) => [
        key,
        JSON.parse(text.slice(start, end)) as unknown,
      ]);
      expect(read).toEqual(Object.entries(JSON.parse(text) as object));
    }),
  );
});

test('replaces or adds one member without changing other bytes', () => {
  fc.assert(
    fc.property(objects, fc.string(), (object, key) => {
      fc.pre(key !== '__proto__' && !Object.hasOwn(object, '__proto__'));
      const edited = withMember(JSON.stringify(object), key, '12');
      expect(JSON.parse(edited)).toEqual({ ...JSON.parse(JSON.stringify(object)), [key]: 12 });
    }),
  );
  expect(withMember('{ "a" : 1.50 , "b":2 }', 'b', '3')).toBe('{ "a" : 1.50 , "b":3}');
  expect(withMember('{}', 'b', '3')).toBe('{"b":3}');
  expect(memberText('{"a": {"b": "}"} }', 'a')).toBe('{"b": "}"}');
});

test.each([
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":2}',
  '{"b":[{"c":{"a":1,"a":1}}]}',
  '[1]',
  `{"a":${'['.repeat(300)}${']'.repeat(300)}}`,
])('refuses %s', (text) => {
  expect(scanObject(text).kind).toBe('refused');
});

test('equal keys in different objects are not duplicates', () => {
  expect(scanObject('{"a":{"a":1},"b":[{"a":1},{"a":"\\\\\\""}]}').kind).toBe('object');
});
