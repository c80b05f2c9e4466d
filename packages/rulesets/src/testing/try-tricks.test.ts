import { expect, test } from 'vitest';
import { contextOf, rulesetOf } from '../rulesets.testkit.ts';
import { allSound, ruleOutcomes } from './rule-outcomes.ts';
import { strictReferenceOf } from '@refbench/rule-engine';
import { TRICKS } from './tricks.ts';
import { tryTricks } from './try-tricks.ts';

const BASE = {
  'src/a.ts': 'const kept = 1;\noldCall(kept);\nother(kept);\n',
  'src/b.ts': 'keep(1);\n',
  'tool.py': 'old_tool(1)\n',
};
const GOLDEN = {
  'src/a.ts': 'const kept = 1;\nnewCall(kept);\nother(kept);\n',
  'src/b.ts': 'keep(1);\n',
  'tool.py': 'other(1)\n',
};

const RULES = {
  'additive/new.yml': 'id: new\nlanguage: ts\nrule: { pattern: newCall($A) }\n',
  'additive/scoped.yml':
    'id: scoped\nlanguage: ts\nrule: { pattern: newCall($A) }\nignores: ["node_modules/**"]\n',
  'reductive/old.yml': 'id: old\nlanguage: ts\nrule: { pattern: oldCall($A) }\n',
  'reductive/tool.yml': 'id: tool\nlanguage: py\nrule: { pattern: old_tool($A) }\n',
  'reductive/text.yml':
    'id: text\nlanguage: text\nrule: { regex: "old_?[Cc]all" }\nfiles: ["src/**"]\n',
};

test('the four outcomes of a rule', async () => {
  const ruleset = await rulesetOf({
    ...RULES,
    'additive/noisy.yml': 'id: noisy\nlanguage: ts\nrule: { pattern: keep($A) }\n',
    'reductive/missing.yml': 'id: missing\nlanguage: ts\nrule: { pattern: newCall($A) }\n',
  });
  await using context = await contextOf(BASE, GOLDEN);
  const rules = [...ruleset.additive, ...ruleset.reductive];
  const scans = await context.scan(rules);
  const outcomes = ruleOutcomes(rules, scans);
  expect(outcomes.map(({ rule, base, golden }) => [rule, base, golden])).toEqual([
    ['new', 'validated', 'reported'],
    ['noisy', 'noisy', 'reported'],
    ['scoped', 'validated', 'reported'],
    ['missing', 'missing', 'noisy'],
    ['old', 'reported', 'validated'],
    ['text', 'reported', 'validated'],
    ['tool', 'reported', 'validated'],
  ]);
  expect(allSound(outcomes)).toBe(false);
  expect(allSound(outcomes.filter(({ rule }) => !/noisy|missing/.test(rule)))).toBe(true);
  const failed = { ...scans.base, errors: [{ rule: 'new', file: 'a', reason: 'x' }] };
  const [first] = ruleOutcomes(rules, { ...scans, base: failed });
  expect(first).toMatchObject({ base: null, golden: 'reported' });
  expect(allSound(first === undefined ? [] : [first])).toBe(false);
});

test('reports the score of each trick and the rules that it satisfies', async () => {
  const ruleset = await rulesetOf(RULES);
  await using context = await contextOf(BASE, GOLDEN);
  const scans = await context.scan([...ruleset.additive, ...ruleset.reductive]);
  const results = await tryTricks(context, await strictReferenceOf(context, ruleset, scans, {}));
  const satisfied = Object.fromEntries(
    results.map((result) => [result.trick, result.satisfied.map(({ rule }) => rule)]),
  );
  expect(satisfied).toEqual({
    delete: ['old', 'text', 'tool'],
    // An expression over text also finds comments.
    'comment-out': ['old', 'tool'],
    move: ['text'],
    rename: ['old', 'tool'],
    'break-syntax': expect.any(Array),
    stub: ['old', 'text', 'tool'],
    'dead-copy': ['new'],
    'dead-file': ['new', 'scoped'],
    'imported-dead-file': ['new', 'scoped'],
    'hidden-dead-file': ['new', 'scoped'],
    'dead-functions': ['new', 'scoped'],
    // What cannot be looked into, or became another language, still matches.
    nul: ['new', 'scoped'],
    'invalid-utf-8': ['new', 'scoped'],
    extension: ['new', 'scoped'],
    'delete-and-dead-file': ['new', 'scoped', 'old', 'text', 'tool'],
    'stub-and-dead-file': ['new', 'scoped', 'old', 'text', 'tool'],
    'rename-and-dead-file': ['new', 'scoped', 'old', 'tool'],
    'delete-everything': ['new', 'scoped', 'old', 'text', 'tool'],
  });
  // Where all old code is gone, golden's own file stands in its place under another name.
  for (const { trick, ifrStrict } of results.filter(
    ({ trick: name }) => name !== 'delete-everything',
  )) {
    expect([trick, ifrStrict.total]).toEqual([trick, 0]);
  }
  const [first] = results;
  expect(first?.ifr).toEqual({ additive: 0, reductive: 1, total: 0.6 });
  const broken = results.filter((result) => result.broken > 0).map(({ trick }) => trick);
  expect(broken).toEqual(['break-syntax']);
});

test('what a trick breaks at least is known from tricks before it', () => {
  for (const [at, { name, breaksWith = [] }] of TRICKS.entries()) {
    const before = TRICKS.slice(0, at).map((trick) => trick.name);
    expect(before, name).toEqual(expect.arrayContaining([...breaksWith]));
  }
});
