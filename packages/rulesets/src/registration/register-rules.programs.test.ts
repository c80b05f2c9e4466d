import { expect, test } from 'vitest';
import { testEngines } from '../rulesets.testkit.ts';
import { register, rule, short } from './register-rules.testkit.ts';

const opengrep = (...rules: readonly object[]): string =>
  JSON.stringify({
    rules: rules.map((one) => ({ languages: ['js'], message: 'found', severity: 'INFO', ...one })),
  });

test('OpenGrep rules are registered one by one, also with taint, and their faults are explained', async () => {
  const taint = {
    mode: 'taint',
    'pattern-sources': [{ pattern: 'source()' }],
    'pattern-sinks': [{ pattern: 'sink(...)' }],
  };
  const { verdicts, written, ruleset } = await register(
    {
      'golden/flow.js': 'const a = source();\nconst b = a;\nsink(b);\n',
      'base/flow.js': 'sink(1);\n',
      'new/1.yml': opengrep(
        { id: 'flow', ...taint },
        { id: 'fresh', languages: ['ts'], pattern: 'fresh($A)' },
        { id: 'same', languages: ['ts'], pattern: 'fresh(...)' },
        { id: 'broken', pattern: 'foo(' },
        { id: 'language', languages: ['klingon'], pattern: 'x' },
      ),
      'new/2.yml': rule('native', "{ pattern: 'fresh(0)' }"),
    },
    'additive',
    { engines: testEngines() },
  );
  expect(verdicts.map(short)).toEqual([
    ['flow', 'accepted', null, 0, 1],
    ['fresh', 'accepted', null, 0, 3],
    ['same', 'refused', 'overlap', 0, 3],
    ['broken', 'refused', 'invalid', null, null],
    ['language', 'refused', 'invalid', null, null],
    ['native', 'accepted', null, 0, 1],
  ]);
  expect(verdicts[3]?.message).toMatch(/pattern/i);
  expect(verdicts[4]?.message).toContain('does not support this language');
  expect(verdicts[5]?.nearest).toEqual({ rule: 'fresh', jaccard: 1 / 3 });
  expect(new Set(written)).toEqual(new Set(['flow.yml', 'fresh.yml', 'native.yml']));
  expect(ruleset?.additive.map(({ dialect }) => dialect)).toEqual([
    'opengrep',
    'opengrep',
    'ast-grep',
  ]);
});

test('the matches of an endless expression are unknown, not 0', async () => {
  const { verdicts } = await register({
    'golden/data.txt': `${'a'.repeat(40)}!`,
    'new/a.yml': rule('slow', "{ regex: '^(a+)+$' }", 'text'),
  });
  expect(verdicts.map(short)).toEqual([['slow', 'refused', 'not-counted', 0, null]]);
  expect(verdicts[0]?.message).toContain('longer than 4000 ms');
});
