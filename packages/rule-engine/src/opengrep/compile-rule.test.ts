import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileOpengrepRule } from './compile-rule.ts';
import { linesOf, parseText, wholeRule } from './opengrep.testkit.ts';

const reasonOf = (rule: object): string => {
  const compiled = compileOpengrepRule(rule, parseText);
  return compiled.kind === 'unsupported' ? compiled.reason : 'native';
};

describe('what is not understood', () => {
  const rule = (parts: Readonly<Record<string, unknown>>): object =>
    wholeRule({ path: 'a.go', rule: parts });

  it.each([
    ['a pattern that is no Go', rule({ pattern: 'func (' }), /does not parse/],
    ['another language', rule({ pattern: 'x', languages: ['cobol'] }), /"cobol"/],
    ['join mode', rule({ mode: 'join', join: {} }), /"join"/],
    [
      'a propagator of taint',
      rule({
        mode: 'taint',
        'pattern-sources': [],
        'pattern-sinks': [],
        'pattern-propagators': [],
      }),
      /pattern-propagators/,
    ],
    [
      'a label of a source',
      rule({
        mode: 'taint',
        'pattern-sources': [{ pattern: 'x', label: 'A' }],
        'pattern-sinks': [],
      }),
      /label/,
    ],
    [
      'an unknown option',
      rule({ pattern: 'x', options: { generic_engine: 'x' } }),
      /generic_engine/,
    ],
    ['an unknown key', rule({ pattern: 'x', match: { all: [] } }), /match/],
    [
      'an analysis',
      rule({ patterns: [{ pattern: 'x' }, { 'metavariable-analysis': {} }] }),
      /analysis/,
    ],
    ['a recursive expression', rule({ 'pattern-regex': '(?R)' }), /regular expression/],
    ['a generic pattern', rule({ pattern: 'x', languages: ['generic'] }), /generic/],
    ['no rule at all', 'text', /./],
  ])('%s is unsupported with a reason', (_, raw, reason) => {
    expect(reasonOf(raw as object)).toMatch(reason);
  });

  it('any text is a pattern or refused, never an error', () => {
    const word = fc.constantFrom(
      '$X',
      '...',
      '$...A',
      '<...',
      '...>',
      'f',
      '(',
      ')',
      '{',
      '}',
      '=',
      '.',
      ';',
      '"s"',
      '=>',
      ':',
      ',',
      '\n',
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 12 }),
        fc.constantFrom('a.go', 'a.ts', 'a.js'),
        (words, path) => {
          const lines = linesOf({ path, rule: { pattern: words.join(' ') }, source: 'f("s")\n' });
          expect(Array.isArray(lines)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('formulas', () => {
  const source = 'f(1)\nf(2, a)\ng(f(a))\nconst h = f(1)\n';
  const lines = (rule: Readonly<Record<string, unknown>>): readonly string[] =>
    linesOf({ path: 'a.js', rule, source });
  const pattern = fc
    .constantFrom('f(1)', 'f(...)', 'g($X)', '$F($X)', 'f(..., a)', '$X = $Y')
    .map((text) => ({ pattern: text }));

  it('either is the union, and a part and itself is itself', () => {
    fc.assert(
      fc.property(pattern, pattern, (left, right) => {
        const union = new Set([...lines(left), ...lines(right)]);
        expect(new Set(lines({ 'pattern-either': [left, right] }))).toEqual(union);
        expect(lines({ patterns: [left, left] })).toEqual(lines(left));
      }),
      { numRuns: 40 },
    );
  });

  it('and never finds what one part does not, not never leaves what it speaks against', () => {
    fc.assert(
      fc.property(pattern, pattern, (left, right) => {
        const wanted = lines(left);
        expect(wanted).toEqual(
          expect.arrayContaining([
            ...lines({ patterns: [left, { 'pattern-not': right.pattern }] }),
          ]),
        );
        expect(lines({ patterns: [left, { 'pattern-not': left.pattern }] })).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
