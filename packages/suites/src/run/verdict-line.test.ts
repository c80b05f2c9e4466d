import { nat, property, assert as check, string } from 'fast-check';
import { expect, test } from 'vitest';
import { parseVerdict } from './verdict-line.ts';

const good = '{"passed":3,"failed":1,"skipped":0,"total":4}';

function kindOf(stdout: string): string {
  return parseVerdict('count_tests', Buffer.from(stdout)).kind;
}

test('one strict line is a verdict', () => {
  expect(parseVerdict('count_tests', Buffer.from(`${good}\n`))).toEqual({
    kind: 'counted',
    counts: { passed: 3, failed: 1, skipped: 0, total: 4 },
  });
  expect(kindOf(good)).toBe('counted');
});

test.each([
  ['nothing', ''],
  ['an empty line', '\n'],
  ['two verdicts: a forged one before the real one', `${good}\n${good}\n`],
  ['text before the line', `all green\n${good}\n`],
  ['text behind the line', `${good}\nall green`],
  ['pretty JSON', '{\n"passed":1}\n'],
  ['a byte order mark', `\ufeff${good}`],
  ['NaN', '{"passed":NaN,"failed":0,"skipped":0,"total":0}'],
  ['infinity by exponent', '{"passed":1e999,"failed":0,"skipped":0,"total":1e999}'],
  ['a negative', '{"passed":-1,"failed":1,"skipped":0,"total":0}'],
  ['a fraction', '{"passed":0.5,"failed":0.5,"skipped":0,"total":1}'],
  ['strings', '{"passed":"3","failed":"1","skipped":"0","total":"4"}'],
  ['a sum that is off', '{"passed":4,"failed":1,"skipped":0,"total":4}'],
  ['a key too many', '{"passed":3,"failed":1,"skipped":0,"total":4,"x":1}'],
  ['a key twice', '{"passed":0,"passed":3,"failed":1,"skipped":0,"total":4}'],
  ['__proto__', '{"__proto__":{},"passed":3,"failed":1,"skipped":0,"total":4}'],
  ['a huge number', '{"passed":9007199254740993,"failed":0,"skipped":0,"total":9007199254740993}'],
  ['an array', `[${good}]`],
  ['a flood', `${good}${' '.repeat(65_536)}`],
  ['deep nesting', '['.repeat(50_000)],
])('%s is none', (_name, stdout) => {
  expect(kindOf(stdout)).toBe('no-verdict');
});

test('no text makes it throw', () => {
  check(property(string(), (stdout) => void kindOf(stdout)));
});

test('every consistent count comes back', () => {
  check(
    property(nat(99_999), nat(99_999), nat(99_999), (passed, failed, skipped) => {
      const counts = { passed, failed, skipped, total: passed + failed + skipped };
      expect(parseVerdict('count_tests', Buffer.from(JSON.stringify(counts)))).toEqual({
        kind: 'counted',
        counts,
      });
    }),
  );
});
