import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyOf, numbersOf, wordsOf } from './name-key.ts';
import { mentionsIn } from './text-mentions.ts';

const word = fc.stringMatching(/^[a-z]{2,8}$/);
const words = fc.array(word, { minLength: 2, maxLength: 4 });
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** All spellings of the same name that a text may use. */
const SPELLINGS: Readonly<Record<string, (parts: readonly string[]) => string>> = {
  camel: ([first = '', ...rest]) => first + rest.map(capital).join(''),
  pascal: (parts) => parts.map(capital).join(''),
  lower: (parts) => parts.join(''),
  snake: (parts) => parts.join('_'),
  loud: (parts) => parts.join('_').toUpperCase(),
  kebab: (parts) => parts.join('-'),
  dotted: (parts) => parts.join('.'),
  spaced: (parts) => parts.join(' '),
  titled: (parts) => parts.map(capital).join(' '),
};
const WRAPS = ['', '`', '"', "'", '“'] as const;
const spelling = fc.constantFrom(...Object.values(SPELLINGS));

describe('names in any spelling', () => {
  test('a name has the same key in every spelling', () => {
    fc.assert(
      fc.property(words, spelling, (parts, spell) => {
        expect(keyOf(spell(parts))).toBe(parts.join(''));
      }),
    );
  });

  test('a text that contains a name mentions its key, whatever surrounds it', () => {
    fc.assert(
      fc.property(words, spelling, fc.constantFrom(...WRAPS), word, (parts, spell, wrap, other) => {
        const close = wrap === '“' ? '”' : wrap;
        const text = `${capital(other)}, ${wrap}${spell(parts)}${close}; (${other}).`;
        const found = mentionsIn(text).filter(({ key }) => key === parts.join(''));
        expect(found.map((one) => one.spelling)).toContain(spell(parts));
        expect(wrap === '' || found.some(({ marked }) => marked)).toBe(true);
      }),
    );
  });

  test('words of two sentences or of a list are not one name', () => {
    const separator = fc.constantFrom('. ', ', ', '; ', ' (', ': ', '\n\n');
    fc.assert(
      fc.property(word, word, separator, (one, other, between) => {
        const keys = mentionsIn(`${one}${between}${other}`).map(({ key }) => key);
        expect(keys).toStrictEqual([one, other]);
      }),
    );
  });

  test('mentions are parts of the text, and no input fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        for (const { spelling: part, key } of mentionsIn(text)) {
          expect(text).toContain(part);
          expect(key).toBe(keyOf(part));
        }
      }),
    );
  });

  test('words of a name', () => {
    expect(wordsOf('getHTTPName2')).toStrictEqual(['get', 'http', 'name', '2']);
    expect(wordsOf('__init__')).toStrictEqual(['init']);
    expect(wordsOf('MAX_open-files')).toStrictEqual(['max', 'open', 'files']);
    expect(numbersOf('classes')).toContain('class');
    expect(numbersOf('class')).toContain('classes');
  });

  test.each([
    ['`state`', true],
    ['core/state', true],
    ['state/core', true],
    ['state()', true],
    ['state.ts', true],
    ["the file's state, and others'", false],
    ['the state', false],
    ['(state)', false],
    ['state. Then', false],
  ])('%s is marked as code: %s', (text, marked) => {
    const found = mentionsIn(text).filter(({ key }) => key === 'state');
    expect(found.map((one) => one.marked)).toStrictEqual([marked]);
  });
});
