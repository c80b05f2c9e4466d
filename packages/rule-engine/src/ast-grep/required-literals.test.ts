import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePrefilter } from './prefilter.ts';
import { requiredText, type Literal, type Requirement } from './required-literals.ts';
import { source } from '../rules.testkit.ts';
import type { AstGrepRule, Matcher } from '../rule/rule.ts';
import { scanFiles } from '../scan/scan-files.ts';
import { pathScope } from '../rule/path-scope.ts';

/** As one would say it: words with a dot behind. */
function inWords(part: Requirement): string {
  if (part.kind === 'text') {
    return part.as === 'word'
      ? `${part.text}.`
      : part.as === 'written'
        ? part.text
        : `~${part.text}`;
  }
  return `(${part.of.map(inWords).join(part.kind === 'all' ? ' ' : '|')})`;
}

test.each<[string, Matcher['rule'], string]>([
  ['words of a pattern', { pattern: 'await client.$M($$$ARGS)' }, '(await. client.)'],
  ['nothing short', { pattern: 'fn($A, "ab")' }, '()'],
  ['no digits before a word', { pattern: '1abc + 22' }, '()'],
  ['a name with a sigil', { pattern: '$Abc + $_' }, 'Abc.'],
  ['every part of all', { all: [{ pattern: 'abc($A)' }, { pattern: 'def($A)' }] }, '(abc. def.)'],
  [
    'one branch of any',
    { any: [{ pattern: 'abc($A)' }, { pattern: 'long.def' }] },
    '(abc.|(long. def.))',
  ],
  ['nothing of any with a free branch', { any: [{ pattern: 'abc()' }, { kind: 'number' }] }, '()'],
  ['what it stands in', { kind: 'number', inside: { pattern: 'abc($$$A)' } }, 'abc.'],
  ['nothing of not', { kind: 'number', not: { pattern: 'abc' } }, '()'],
  ['nothing of a context', { pattern: { context: 'class Abc { $M() {} }', selector: 'x' } }, '()'],
  ['text of an expression', { kind: 'identifier', regex: '^old|(?:ab)?older$' }, '(old|older)'],
  ['text in any case', { kind: 'identifier', regex: '(?i)^Old.NAME$' }, '(~old ~name)'],
  ['nothing of foreign letters in any case', { kind: 'identifier', regex: '(?i)älter' }, '()'],
  ['what a variable must be', { pattern: 'abc($B)' }, '(abc. (get|set))'],
  ['nothing of what may be nothing', { pattern: 'abc($$$B)' }, 'abc.'],
  ['nothing of a comment', { pattern: 'abc() // $A' }, '()'],
])('%s', (_name, rule, expected) => {
  const constraints = { B: { regex: '^(get|set)' } };
  expect(inWords(requiredText({ rule, constraints }))).toBe(expected);
});

test('a rule may match a file that contains all, or one, of its texts', () => {
  const whole = (text: string): Literal => ({ kind: 'text', text, as: 'word' });
  const part = (text: string): Literal => ({ kind: 'text', text, as: 'written' });
  const folded = (text: string): Literal => ({ kind: 'text', text, as: 'any-case' });
  const prefilter = compilePrefilter([
    { kind: 'all', of: [{ kind: 'any', of: [whole('abc'), part('def')] }, whole('ghi')] },
    whole('abc'),
    folded('kls'),
    { kind: 'all', of: [] },
  ]);
  const flags = (text: string): readonly boolean[] => prefilter.mayMatch(Buffer.from(text));
  expect(flags('xdefx ghi')).toEqual([true, false, false, true]);
  expect(flags('abc-def')).toEqual([false, true, false, true]);
  expect(flags('xabc abc1 ghi')).toEqual([false, false, false, true]);
  expect(flags('1abc')).toEqual([false, true, false, true]);
  expect(flags('xKlSx')).toEqual([false, false, true, true]);
  expect(flags('\u212aLS')).toEqual([false, false, true, true]);
  expect(flags(`${'1'.repeat(80)}abc`)).toEqual([true, true, false, true]);
});

const word = fc.constantFrom('alpha', 'beta', 'al', '"alpha"', '1');
const expression = fc.oneof(
  word,
  fc.tuple(word, word).map(([left, right]) => `${left === '1' ? 'x' : left}(${right})`),
  fc.tuple(word, word).map(([left, right]) => `${left} + ${right}`),
);
const pattern = fc.tuple(expression, fc.boolean()).map(([text, open]) => ({
  pattern: open ? text.replace(/alpha|1/, '$A') : text,
  kind: undefined,
}));
const EXPRESSIONS = ['^alp', 'alpha|beta', '(alp)?ha', 'al(pha)+', '(?i)ALPHA', 'bet[a-z]', '^1$'];
const rule: fc.Arbitrary<Matcher['rule']> = fc.oneof(
  pattern.map((one) => ({ pattern: one.pattern })),
  fc
    .tuple(pattern, pattern)
    .map(([one, two]) => ({ any: [{ pattern: one.pattern }, { pattern: two.pattern }] })),
  fc.tuple(pattern, pattern).map(([one, two]) => ({
    pattern: one.pattern,
    inside: { has: { pattern: two.pattern }, stopBy: 'end' },
  })),
  fc
    .tuple(fc.constantFrom('identifier', 'number', 'string'), fc.constantFrom(...EXPRESSIONS))
    .map(([kind, regex]) => ({ kind, regex })),
  pattern.map((one) => ({ kind: 'number', not: { inside: { pattern: one.pattern } } })),
);

function ruleFrom(matcher: Matcher, id: string): AstGrepRule {
  const digest = `sha256:${'0'.repeat(64)}`;
  const scope = pathScope(undefined, undefined);
  return {
    dialect: 'ast-grep',
    id,
    side: 'additive',
    language: 'TypeScript',
    message: '',
    file: '',
    matcher,
    scope,
    digest,
    matchDigest: digest,
  };
}

/** `all: [rule, {not: ...}]` with an impossible literal-free guard has no literals to look for. */
function withoutLiterals(matcher: Matcher): Matcher {
  return { rule: { matches: 'self' }, utils: { self: matcher.rule } };
}

test('searching for literals first never changes the matches', async () => {
  const rules = fc.array(rule, { minLength: 1, maxLength: 20 });
  const texts = fc.array(fc.array(expression, { maxLength: 6 }), { minLength: 1, maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(rules, texts, async (some, lines) => {
      const files = lines.map((statements, index) => source(`${index}.ts`, statements.join(';\n')));
      const quick = some.map((one, index) => ruleFrom({ rule: one }, `r${index}`));
      const thorough = quick.map((one) => ({ ...one, matcher: withoutLiterals(one.matcher) }));
      expect(await scanFiles(quick, files)).toEqual(await scanFiles(thorough, files));
    }),
    { numRuns: 10 },
  );
});
