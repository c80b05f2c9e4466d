import { property, assert as check, string } from 'fast-check';
import { expect, test } from 'vitest';
import { safeTestId, titleOfTest } from './test-id.ts';

test.each([
  ['test/a.test.ts > sums > two numbers', 'sums > two numbers'],
  ['test/a.test.ts > ', ''],
  ['a title alone', 'a title alone'],
  ['1 >2', '1 >2'],
])('the title of %j is %j', (id, title) => {
  expect(titleOfTest(id)).toBe(title);
});

test.each([
  ['plain: ünïcode ☃ 𝄞', 'plain: ünïcode ☃ 𝄞'],
  ['\u001B[2J\u001B]52;c;x\u0007', String.raw`\u{1b}[2J\u{1b}]52;c;x\u{7}`],
  ['a\r\nPASSED', String.raw`a\u{d}\u{a}PASSED`],
  ['abc\u202Etxt\u2028', String.raw`abc\u{202e}txt\u{2028}`],
])('%j is shown as %j', (id, shown) => {
  expect(safeTestId(id)).toBe(shown);
});

test('no id contains control characters or is too long', () => {
  check(
    property(string({ unit: 'binary', maxLength: 700 }), (id) => {
      const shown = safeTestId(id);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(shown.length).toBeLessThanOrEqual(500);
    }),
  );
});
