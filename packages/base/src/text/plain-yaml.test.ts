import fc from 'fast-check';
import { stringify } from 'yaml';
import { expect, test } from 'vitest';
import { isPlainYaml } from './plain-yaml.ts';

test.each([
  ['a rule', 'id: a\nlanguage: ts\nrule: { pattern: "foo($A) && b" }\n', true],
  ['an anchor', 'a: &x [1]\nb: *x\n', false],
  ['an anchor in a list', '[&x 1, *x]', false],
  ['many brackets', '['.repeat(201), false],
  ['brackets that texts close only by name', '["]", '.repeat(201), false],
  ['block lists in one line', `${'- '.repeat(101)}a`, false],
  ['a deep block', `${' '.repeat(201)}a: 1`, false],
  ['a long text', 'a'.repeat(200_001), false],
])('%s', (_, text, expected) => {
  expect(isPlainYaml(['ok: 1', text])).toBe(expected);
});

/** Returns the nesting depth of a value. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('no plain text exceeds the nesting limit, in any style', () => {
  const nested = fc.integer({ min: 0, max: 400 }).map((depth) => {
    let value: unknown = 'x';
    for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
    return value;
  });
  fc.assert(
    fc.property(nested, fc.constantFrom(1, 2), fc.boolean(), (value, indent, flow) => {
      const style = flow ? ({ collectionStyle: 'flow' } as const) : {};
      const text = stringify(value, { indent, ...style });
      expect(!isPlainYaml([text]) || depthOf(value) <= 200).toBe(true);
    }),
    { numRuns: 60 },
  );
});
