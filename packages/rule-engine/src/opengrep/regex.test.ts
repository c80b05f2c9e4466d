import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRegex } from './regex.ts';

/** What `pcre2test` reports for the same expression, flags and text. */
const CASES: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['^a.c$', 'm', 'abc\naxc\nabcd', ['abc', 'axc']],
  ['^a', '', 'a\na', ['a']],
  ['a$', '', 'a\na\n', ['a']],
  ['a\\Z', '', 'a\n', ['a']],
  ['a\\z', '', 'a\n', []],
  ['\\Aa', 'm', 'a\na', ['a']],
  ['(?i)ab', 'm', 'AB ab', ['AB', 'ab']],
  ['a(?i)b|c', '', 'aB C Ab', ['aB', 'C']],
  ['(?i:a)b', '', 'Ab AB', ['Ab']],
  ['(?s)a.b', '', 'a\nb', ['a\nb']],
  ['a.b', '', 'a\nb a\rb', ['a\rb']],
  ['(?x) a b # comment\n c', '', 'abc', ['abc']],
  ['a++b', '', 'aaab', ['aaab']],
  ['a++a', '', 'aaa', []],
  ['(?>a|ab)c', '', 'abc ac', ['ac']],
  ['(?P<x>a)(?P=x)', '', 'aa', ['aa']],
  ['(a)(b)\\2\\1', '', 'abba', ['abba']],
  ['[[:alpha:]_]+', '', 'ab_1', ['ab_']],
  ['[]a]+', '', 'a]b', ['a]']],
  ['[^]a]+', '', 'a]bc', ['bc']],
  ['[\\w.-]+', '', 'a-b.c d', ['a-b.c', 'd']],
  ['\\h+', '', 'a \tb\n', [' \t']],
  ['\\s', '', 'a\u00a0b', []],
  ['a{,2}', '', 'aaa', ['aa', 'a', '']],
  ['a{b', '', 'a{b', ['a{b']],
  ['\\Qa.b\\E+', '', 'a.bb', ['a.b']],
  ['x(?#not this)y', '', 'xy', ['xy']],
  ['\\x41\\x{1F600}', '', 'A\u{1f600}', ['A\u{1f600}']],
  ['\\R', '', 'a\r\nb\n', ['\r\n', '\n']],
];

describe('a PCRE2 expression', () => {
  it.each(CASES)('%j with %j on %j', (source, flags, text, matches) => {
    const compiled = compileRegex(source, flags);
    expect(compiled.kind).toBe('regex');
    if (compiled.kind !== 'regex') return;
    expect([...text.matchAll(compiled.regex)].map(([match]) => match)).toEqual(matches);
  });

  it.each(['(?1)', 'a\\Kb', '(?(1)a|b)', '(*FAIL)', 'a)', '(a', '[a', '*a', '\\g{2}'])(
    '%j is refused with a reason',
    (source) => {
      expect(compileRegex(source)).toMatchObject({ kind: 'unsupported', reason: /\w/ });
    },
  );

  it('numbers groups as written, whatever the translation adds', () => {
    const compiled = compileRegex('(?>x)(a++)(?<n>b)');
    if (compiled.kind !== 'regex') throw new Error('it has to compile');
    const found = compiled.regex.exec('xaab')?.groups;
    expect(compiled.groups.map(({ key, name }) => [name, found?.[key]])).toEqual([
      [undefined, 'aa'],
      ['n', 'b'],
    ]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('ab.*+?()[]{}|\\^$<>:=!#-,01iPxQE ')) }),
        (source) => {
          expect(['regex', 'unsupported']).toContain(compileRegex(source, 'm').kind);
        },
      ),
    );
  });

  it('means itself where nothing is special', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        const escaped = Array.from(text, (char) =>
          /\w/.test(char) ? char : `\\x{${char.codePointAt(0)?.toString(16)}}`,
        );
        const compiled = compileRegex(escaped.join(''), 'a');
        if (compiled.kind !== 'regex') throw new Error(compiled.reason);
        expect(compiled.regex.exec(text)?.[0]).toBe(text);
        compiled.regex.lastIndex = 0;
      }),
    );
  });
});
