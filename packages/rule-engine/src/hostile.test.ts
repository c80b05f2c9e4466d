import { expect, test } from 'vitest';
import { folderOf } from '@refbench/test-helpers';
import { loadRuleset } from './load/load-ruleset.ts';
import { rulesetOf, source } from './rules.testkit.ts';
import { scanBatch } from './ast-grep/scan-batch.ts';
import { scanFiles } from './scan/scan-files.ts';
import type { ScannerProcess } from './ast-grep/scanner-process.ts';

const bomb = [
  'a0: &a0 [x]',
  ...Array.from(
    { length: 30 },
    (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(9)}x]`,
  ),
].join('\n');

test.each([
  ['a bomb of aliases', bomb],
  ['an alias of itself', 'id: &a [*a]\n'],
  ['a hundred thousand brackets', `id: ${'['.repeat(100_000)}`],
  ['a key twice', 'id: a\nid: b\nlanguage: ts\nrule: { kind: number }\n'],
  ['a tag that makes code', 'id: a\nlanguage: ts\nrule: !!js/function "function () {}"\n'],
  ['more than a megabyte', `id: a # ${'x'.repeat(1_100_000)}\n`],
  [
    'a rule within a rule, without end',
    `id: a\nlanguage: ts\nrule: ${'{ not: '.repeat(5_000)}{ kind: number }${'}'.repeat(5_000)}\n`,
  ],
])('a rule file with %s is refused by name, and the process goes on', async (_name, text) => {
  await using folder = await folderOf({ 'additive/bad.yml': text });
  await expect(loadRuleset(folder.path)).rejects.toMatchObject({
    kind: 'invalid-file',
    message: expect.stringContaining('additive/bad.yml') as string,
  });
});

const { additive: rules } = await rulesetOf({
  'additive/call.yml': 'id: call\nlanguage: ts\nrule: { pattern: foo($A) }\n',
  'additive/slow.yml': 'id: slow\nlanguage: ts\nrule: { kind: identifier, regex: "^(a+)+$" }\n',
});

test('an expression that backtracks in other engines takes linear time', async () => {
  const { witnesses, errors } = await scanFiles(rules, [source('a.ts', `${'a'.repeat(50_000)}b;`)]);
  expect({ witnesses, errors }).toEqual({ witnesses: [], errors: [] });
});

test('nothing in or beside a file hides a match, nor does its size', async () => {
  const code = 'foo(1); // nosemgrep\n';
  const files = [
    source('.semgrepignore', '*\n'),
    source('src/.semgrepignore', '*\n'),
    source('.gitignore', '*\n'),
    source('src/plain.ts', code),
    source('node_modules/deep/vendor/dist/test/x.ts', code),
    source('src/big.ts', `${'// filler\n'.repeat(110_000)}${code}`),
    source('src/line.min.ts', `${'x=1;'.repeat(50_000)}${code}`),
  ];
  const { witnesses, skipped } = await scanFiles(rules, files);
  expect(witnesses.map(({ file }) => file)).toEqual([
    'node_modules/deep/vendor/dist/test/x.ts',
    'src/big.ts',
    'src/line.min.ts',
    'src/plain.ts',
  ]);
  expect(skipped).toEqual([]);
});

test('a rule that kills the engine is identified, and other files and rules keep their matches', async () => {
  const job = (path: string, indices: readonly number[]) => ({
    path,
    language: 'TypeScript' as const,
    text: path,
    rules: indices.map((index) => ({ id: `r${index}`, index })),
  });
  const asked: number[][] = [];
  // Dies of rule 1 on the file "bad".
  const scanner = {
    ask: async (question: { files: { text: string; rules: number[] }[] }) => {
      asked.push(question.files.map((file) => file.rules.length));
      if (question.files.some((file) => file.text === 'bad' && file.rules.includes(1))) {
        return { kind: 'died' };
      }
      const files = question.files.map((file) => ({
        broken: false,
        results: file.rules.map(() => ({ places: [0, 0, 0, 1] })),
      }));
      return { kind: 'answered', value: { files } };
    },
  } as unknown as ScannerProcess;
  const results = await scanBatch(
    [job('good', [0, 1]), job('bad', [0, 1, 2])],
    scanner,
    { fileMs: 1_000, ruleMs: 1_000 },
    { leftMs: 10_000 },
  );
  expect(results.map(({ matches }) => matches.map(({ rule }) => rule.id))).toEqual([
    ['r0', 'r1'],
    ['r0', 'r2'],
  ]);
  expect(results.flatMap(({ errors }) => errors)).toEqual([
    { rule: 'r1', file: 'bad', reason: 'the scanner died on this file' },
  ]);
  expect(asked).toEqual([[2, 3], [2], [3], [1], [1], [1]]);
});
