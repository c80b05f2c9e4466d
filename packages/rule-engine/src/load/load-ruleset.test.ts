import { expect, test } from 'vitest';
import { folderOf } from '@refbench/test-helpers';
import { LANGUAGE_NAMES } from '@refbench/code-facts';
import { loadRuleset } from './load-ruleset.ts';
import { languagesOf } from '../rule/rule.ts';
import { rulesByDialect } from '../rule/rules-by-dialect.ts';
import { rulesetOf } from '../rules.testkit.ts';

const additive = 'id: a\nlanguage: ts\nmessage: uses foo\nrule: { pattern: foo($A) }\n';
const reductive = 'id: r\nlanguage: Tsx\nrule: { kind: identifier, regex: ^old }\n';

test('loads both sides, several documents per file, and languages by any of their names', async () => {
  const ruleset = await rulesetOf({
    'additive/b.yml': `${additive}---\nid: g\nlanguage: golang\nrule: { pattern: foo($A) }\n---\n`,
    'additive/README.md': 'not a rule',
    'reductive/r.yaml': reductive,
  });
  expect(
    rulesByDialect(ruleset.additive).astGrep.map((rule) => [rule.id, rule.language, rule.message]),
  ).toEqual([
    ['a', 'TypeScript', 'uses foo'],
    ['g', 'Go', 'g'],
  ]);
  expect(
    rulesByDialect(ruleset.reductive).astGrep.map((rule) => [rule.id, rule.language, rule.side]),
  ).toEqual([['r', 'Tsx', 'reductive']]);
});

test('every key of ast-grep is accepted', async () => {
  const ruleset = await rulesetOf({
    'additive/a.yml': `${additive}severity: warning
note: null
url: https://example.com
metadata: { any: thing }
fix: bar($B)
labels: { A: { style: primary } }
constraints: { A: { regex: x } }
utils: { u: { kind: number } }
transform: { B: { rewrite: { source: $A, rewriters: [w] } } }
rewriters: [{ id: w, rule: { kind: number }, fix: '1' }]
files: ['src/**', { glob: 'LIB/*', caseInsensitive: true }]
ignores: ['**/*.test.ts']
`,
  });
  expect(ruleset.additive).toHaveLength(1);
});

test('the digest depends on the meaning of the rules, not on files, order, formatting or texts', async () => {
  const one = await rulesetOf({ 'additive/a.yml': additive, 'reductive/r.yml': reductive });
  const same = await rulesetOf({
    'additive/z.yml': '# a note\nrule:\n  pattern: "foo($A)"\nlanguage: TypeScript\nid: a\n',
    'reductive/b.yml': reductive,
  });
  expect(same.digest).toBe(one.digest);
  const texts = [additive.replace('foo(', 'bar('), `${additive}files: ['src/**']\n`];
  for (const text of [...texts, additive.replace('id: a', 'id: b')]) {
    const other = await rulesetOf({
      'additive/a.yml': text.replace('uses', ''),
      'reductive/r.yml': reductive,
    });
    expect(other.digest).not.toBe(one.digest);
  }
});

test.each([
  ['an unknown key', `${additive}mesage: x\n`, 'unknown field "mesage"'],
  ['no id', additive.replace('id: a\n', ''), 'id: '],
  ['an unsafe id', additive.replace('id: a', 'id: ../a'), 'id: '],
  ['no rule', 'id: a\nlanguage: ts\n', 'rule: '],
  ['a rule that is text', 'id: a\nlanguage: ts\nrule: foo\n', 'rule: '],
  ['an unknown language', additive.replace('ts', 'cobol'), 'language: "cobol" has no parser here'],
  ['severity off', `${additive}severity: off\n`, 'severity: use hint'],
  ['files as text', `${additive}files: src/**\n`, 'files: '],
  ['a glob with ./', `${additive}files: ['./src/*']\n`, 'files.0: '],
  ['an open glob', `${additive}ignores: ['src/[a']\n`, 'the glob "src/[a": a "[" is not closed'],
  ['a syntax error', additive.replace('foo($A)', '"foo("'), 'rule.pattern: "foo(" does not parse'],
  [
    'one of several',
    'id: a\nlanguage: ts\nrule: { any: [{ kind: number }, { pattern: "foo(" }] }',
    'rule.any.1.pattern: "foo(" does not parse',
  ],
  [
    'one in a helper',
    "id: a\nlanguage: ts\nrule: { matches: u }\nutils: { u: { pattern: '{{{' } }",
    'utils.u.pattern: "{{{" does not parse',
  ],
  ['an empty pattern', additive.replace('foo($A)', '""'), 'No AST root is detected'],
  ['an unknown kind', 'id: a\nlanguage: ts\nrule: { kind: nothing }', 'Kind `nothing` is invalid'],
  ['a bad expression', 'id: a\nlanguage: ts\nrule: { kind: number, regex: "(" }', 'unclosed group'],
  ['an unknown operator', 'id: a\nlanguage: ts\nrule: { kinds: number }', 'unknown field `kinds`'],
  ['an unknown helper', 'id: a\nlanguage: ts\nrule: { matches: u }', 'Rule `u` is not defined'],
  [
    'a helper of itself',
    'id: a\nlanguage: ts\nrule: { matches: u }\nutils: { u: { matches: u } }',
    'cyclic',
  ],
  [
    'a constraint of nothing',
    `${additive}constraints: { B: { kind: number } }\n`,
    'Undefined meta var `B`',
  ],
  ['a lone expression', 'id: a\nlanguage: ts\nrule: { regex: x }', 'the kinds of nodes'],
  ['a lone variable', additive.replace('foo($A)', '$A'), 'the kinds of nodes'],
  ['a pattern for text', 'id: a\nlanguage: text\nrule: { pattern: a }', 'is `regex: ...`'],
  [
    'more than text has',
    'id: a\nlanguage: text\nrule: { regex: a, not: { regex: b } }',
    'no "not"',
  ],
  ['a bad text expression', "id: a\nlanguage: text\nrule: { regex: '(' }", 'Unterminated group'],
  ['no document', '# nothing\n', 'it contains no rule'],
  ['a list', '- id: a\n', 'the whole: '],
])('%s is one line that names file and fault', async (_name, text, fault) => {
  await using folder = await folderOf({ 'additive/bad.yml': text });
  const failure = loadRuleset(folder.path);
  await expect(failure).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringContaining(fault) as string,
  });
  await expect(failure).rejects.toThrow(/^[^\n]*additive\/bad\.yml: [^\n]*$/);
});

test('a pattern that cannot be parsed is accepted if its kind is given, as in ast-grep', async () => {
  const text =
    'id: a\nlanguage: ts\nrule: { kind: import_statement, pattern: import $A from $B }\n';
  expect((await rulesetOf({ 'additive/a.yml': text })).additive).toHaveLength(1);
});

test('an error names the second of two documents', async () => {
  await expect(
    rulesetOf({ 'additive/a.yml': `${additive}---\nid: b\nlanguage: ts\n` }),
  ).rejects.toThrow(/a\.yml: document 2: rule: /);
});

test('an id is unique across both sides', async () => {
  await expect(
    rulesetOf({ 'additive/a.yml': additive, 'reductive/b.yml': additive }),
  ).rejects.toThrow(/reductive\/b\.yml: id: "a" is also the id of a rule in .*additive\/a\.yml/);
});

test('a ruleset without rules, or with rules in subfolders, is an error', async () => {
  await expect(rulesetOf({ 'other/a.yml': additive })).rejects.toThrow(/no rules found/);
  await expect(rulesetOf({ 'additive/sub/a.yml': additive })).rejects.toThrow(/additive\/sub: /);
});

const RULES: Readonly<Partial<Record<string, string>>> = {
  Css: "pattern: 'color: $A'",
  Html: "pattern: '<a>$A</a>'",
  Json: "pattern: '[$A]'",
  Text: "regex: 'a'",
  Yaml: "pattern: 'a: $A'",
};

test.each([...LANGUAGE_NAMES])('rules of %s can be had', async (language) => {
  const rule = RULES[language] ?? 'pattern: foo($A)';
  const text = `id: a\nlanguage: ${language}\nrule: { ${rule} }\n`;
  const { additive: rules } = await rulesetOf({ 'additive/a.yml': text });
  expect(rules.flatMap(languagesOf)).toEqual([language]);
});
