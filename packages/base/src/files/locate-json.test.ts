import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineInJson, repeatedKeyProblem } from './locate-json.ts';

test.each([
  ['in the outer object', '{"a": 1,\n "b": 2,\n "a": 3}', 'line 1, column 2, and line 3, column 2'],
  ['in an inner object', '[{"a": {"x": 1, "x": 1}}]', 'line 1, column 9, and line 1, column 17'],
  ['in another spelling', '{"a": 1, "\\u0061": 2}', 'line 1, column 2, and line 1, column 10'],
])('names both places of a key that stands twice %s', (_name, text, places) => {
  expect(repeatedKeyProblem(text)).toContain(`stands twice in one object: ${places}`);
});

test('any value that JSON.stringify writes has no key twice', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(repeatedKeyProblem(JSON.stringify(value, null, 1))).toBeUndefined();
    }),
  );
});

test('finds the line of a value, or of the object that lacks it', () => {
  const text = '{\n "a": [\n  {"b": 1},\n  {\n   "b": 2\n  }\n ]\n}';
  expect(lineInJson(text, ['a', 1, 'b'])).toBe(5);
  expect(lineInJson(text, ['a', 1, 'c'])).toBe(4);
  expect(lineInJson(text, ['z'])).toBe(1);
});
