import fc from 'fast-check';
import { expect, test } from 'vitest';
import { regexLiterals } from './regex-literals.ts';

test.each([
  ['^oldName$', [['oldName']]],
  ['foo\\.bar', [['foo.bar']]],
  ['abcd?efg', [['abc'], ['efg']]],
  ['abc+def', [['abc'], ['def']]],
  ['abc{2,}', [['abc']]],
  ['abc{0}', []],
  ['ab{2}{0}c', []],
  ['(?:get|fetch)Name', [['get', 'fetch'], ['Name']]],
  ['(?:get|.*)Name', [['Name']]],
  ['(getter)?Name', [['Name']]],
  ['(?P<a>getter)Name', [['getter'], ['Name']]],
  ['alpha|beta', [['alpha', 'beta']]],
  ['[[:alpha:]abc]def', [['def']]],
  ['abc\\bdef', [['abc'], ['def']]],
  ['(?i)abc', []],
  ['abc(?=def)', []],
  ['\\x41bcd', []],
  ['\\b{start}abc', []],
  ['a{ 2 }bcd', []],
  ['ab', []],
  ['abc)', []],
])('%s', (expression, expected) => {
  expect(regexLiterals(expression)).toEqual(expected);
});

const atom = fc.constantFrom('abc', 'a', '.', '\\.', '[ab]', '[^a]', '\\w', '^', '$', '\\b', 'é');
const expressionOf = fc.letrec<{ whole: string }>((tie) => ({
  whole: fc
    .array(
      fc.tuple(
        fc.oneof(
          { maxDepth: 3 },
          atom,
          tie('whole').map((inner) => `(?:${inner})`),
          atom,
        ),
        fc.constantFrom('', '', '+', '?', '*', '{2}', '{0,1}', '+?'),
      ),
      { maxLength: 5 },
    )
    .chain((parts) => {
      const text = parts.map(([part, times]) =>
        /^(?:\^|\$|\\b)$/.test(part) ? part : part + times,
      );
      return fc.constantFrom(text.join(''), `${text.join('')}|abca`);
    }),
})).whole;

test('every match of an expression contains its literals', () => {
  fc.assert(
    fc.property(expressionOf, fc.stringMatching(/^[abc.é]{0,12}$/), (expression, text) => {
      for (const [found] of text.matchAll(new RegExp(expression, 'gu'))) {
        const clauses = regexLiterals(expression);
        expect(clauses.every((clause) => clause.some((part) => found.includes(part)))).toBe(true);
      }
    }),
    { numRuns: 2_000 },
  );
});
