import type { Witness } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { rulesetOf, source } from '../rules.testkit.ts';
import type { AstGrepRule, Rule, SourceFile } from '../rule/rule.ts';
import { rulesByDialect } from '../rule/rules-by-dialect.ts';
import { scanFiles } from './scan-files.ts';

async function ruleOf(body: string, language = 'ts'): Promise<readonly Rule[]> {
  const text = `id: r\nlanguage: ${language}\n${body}\n`;
  return (await rulesetOf({ 'additive/r.yml': text })).additive;
}

const FOO = 'rule: { pattern: foo($$$A) }';

/** `file:line:column-line:column`, as a person would point at it. */
function places(witnesses: readonly Witness[]): string[] {
  return witnesses.map(
    ({ file, start, end }) => `${file}:${start.line}:${start.column}-${end.line}:${end.column}`,
  );
}

async function placesIn(body: string, files: SourceFile[], language = 'ts'): Promise<string[]> {
  return places((await scanFiles(await ruleOf(body, language), files)).witnesses);
}

test('lines and columns start at 1, and the end column is exclusive', async () => {
  expect(await placesIn(FOO, [source('a.ts', 'x;\n  foo(\n1)\n')])).toEqual(['a.ts:2:3-3:3']);
});

test('columns are UTF-16 units: one for a CJK letter, two for an emoji', async () => {
  const text = 'const 漢字 = "😀"; foo("語");\n';
  expect(await placesIn(FOO, [source('a.ts', text)])).toEqual([
    `a.ts:1:${text.indexOf('foo') + 1}-1:${text.indexOf(';\n') + 1}`,
  ]);
});

test('CRLF and LF end a line, a single CR does not, and a byte order mark is a column', async () => {
  expect(await placesIn(FOO, [source('a.ts', 'x;\r\nfoo(1);\r\n')])).toEqual(['a.ts:2:1-2:7']);
  expect(await placesIn(FOO, [source('a.ts', 'x;\rfoo(1);')])).toEqual(['a.ts:1:4-1:10']);
  expect(await placesIn(FOO, [source('a.ts', '\uFEFFfoo(1)')])).toEqual(['a.ts:1:2-1:8']);
});

test('a match within a match counts', async () => {
  expect(await placesIn(FOO, [source('a.ts', 'foo(foo(1))')])).toEqual([
    'a.ts:1:1-1:12',
    'a.ts:1:5-1:11',
  ]);
});

test.each(['// ast-grep-ignore', '// ast-grep-ignore: r', '/* nosemgrep */', '// eslint-disable'])(
  '%s suppresses nothing',
  async (comment) => {
    expect(await placesIn(FOO, [source('a.ts', `${comment}\nfoo(1)\n`)])).toHaveLength(1);
    expect(await placesIn(FOO, [source('a.ts', `foo(1) ${comment}\n`)])).toHaveLength(1);
  },
);

test.each([
  ['JavaScript', ['a.js', 'a.mjs', 'a.cjs', 'a.jsx']],
  ['TypeScript', ['a.ts', 'a.mts', 'a.cts', 'a.d.ts']],
  ['Tsx', ['a.tsx']],
  ['Python', ['a.py', 'a.pyi']],
  ['Go', ['a.go']],
  ['Java', ['a.java']],
  ['Rust', ['a.rs']],
  ['C', ['a.c', 'a.h']],
  ['Cpp', ['a.cc', 'a.cpp', 'a.h', 'a.hpp']],
])('%s rules scan %j and nothing else', async (language, expected) => {
  const names = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'd.ts', 'tsx', 'py', 'pyi', 'go'];
  const files = [...names, 'java', 'rs', 'c', 'h', 'cc', 'cpp', 'hpp', 'TS', 'txt'].map(
    (extension) =>
      source(`a.${extension}`, ['Java', 'C', 'Cpp'].includes(language) ? 'foo(1);' : 'foo(1)'),
  );
  // A call alone is a type in C: its pattern needs the semicolon.
  const body = language === 'C' ? 'rule: { pattern: foo($$$A); }' : FOO;
  const { witnesses } = await scanFiles(await ruleOf(body, language), [
    ...files,
    source('ts', 'foo(1)'),
    source('.ts', 'foo(1)'),
  ]);
  expect(witnesses.map((witness) => witness.file).sort()).toEqual([...expected].sort());
});

test('`files` and `ignores` select paths, and `ignores` takes precedence', async () => {
  const body = `${FOO}\nfiles: ['src/*.ts']\nignores: ['**/*.test.ts']`;
  const paths = ['src/a.ts', 'src/deep/a.ts', 'src/a.test.ts', 'a.ts', 'lib/src/a.ts'];
  const { witnesses } = await scanFiles(
    await ruleOf(body),
    paths.map((path) => source(path, 'foo(1)')),
  );
  expect(witnesses.map((witness) => witness.file)).toEqual(['src/a.ts', 'src/deep/a.ts']);
});

test('a file that cannot be scanned is reported only if a rule applies to it', async () => {
  const files = [
    source('nul.ts', 'foo(1)\0'),
    source('latin1.ts', Buffer.from('foo("\xe9")', 'latin1')),
    source('big.ts', Buffer.alloc(4_000_001, ' ')),
    source('binary.py', '\0'),
    source('ok.ts', 'foo(1)'),
  ];
  const result = await scanFiles(await ruleOf(FOO), files);
  expect(result.skipped).toEqual([
    { file: 'big.ts', reason: expect.stringContaining('4000000 bytes') as string },
    { file: 'latin1.ts', reason: expect.stringContaining('UTF-8') as string },
    { file: 'nul.ts', reason: expect.stringContaining('binary') as string },
  ]);
  expect(places(result.witnesses)).toEqual(['ok.ts:1:1-1:7']);
});

test('a file with a syntax error is scanned as far as possible and reported', async () => {
  const files = [
    source('b.ts', 'foo(1);\nlet = = ('),
    source('a.ts', 'function foo ('),
    source('c.ts', 'foo'),
    source('d.ts', 'function ('),
  ];
  const result = await scanFiles(await ruleOf(FOO), files);
  expect(result.broken).toEqual(['a.ts', 'b.ts']);
  expect(places(result.witnesses)).toEqual(['b.ts:1:1-1:7']);
  const all = await scanFiles(await ruleOf(FOO), files, { parseAll: true });
  expect(all).toEqual({ ...result, broken: ['a.ts', 'b.ts', 'd.ts'] });
});

test('a rule that fails during a scan is an error with rule and file, and the others continue', async () => {
  const [rule] = rulesByDialect(await ruleOf(FOO)).astGrep;
  if (rule === undefined) throw new Error('no rule');
  const faulty: AstGrepRule = { ...rule, id: 'faulty', matcher: { rule: { kind: 'nothing' } } };
  const result = await scanFiles([faulty, rule], [source('a.ts', 'foo(1)')]);
  expect(result.errors).toEqual([
    { rule: 'faulty', file: 'a.ts', reason: expect.stringContaining('nothing') as string },
  ]);
  expect(places(result.witnesses)).toEqual(['a.ts:1:1-1:7']);
});

test('rules of the language Text match in any file, with lines and UTF-16 columns', async () => {
  const body = "rule: { regex: '^(?:# )?old\\b.*$' }\nignores: ['*.md']";
  const files = [
    source('Makefile', '😀 old\nold: a 漢\r\n\told'),
    source('a.md', 'old'),
    source('a.ts', '# old = ('),
    source('bytes', 'old\0'),
  ];
  const result = await scanFiles(await ruleOf(body, 'text'), files);
  expect(places(result.witnesses)).toEqual(['Makefile:2:1-2:9', 'a.ts:1:1-1:10']);
  expect(result.skipped.map(({ file }) => file)).toEqual(['bytes']);
  expect(result.broken).toEqual([]);
});

test('files may be streamed; an aborted signal ends the scan with its reason', async () => {
  const abort = new AbortController();
  let read = 0;
  async function* files(): AsyncIterable<SourceFile> {
    for (;;) {
      read += 1;
      if (read === 3) abort.abort(new Error('enough'));
      yield source(`${read}.ts`, 'foo(1)');
    }
  }
  const scan = scanFiles(await ruleOf(FOO), files(), { signal: abort.signal });
  await expect(scan).rejects.toThrow('enough');
  expect(read).toBe(3);
});

test('witnesses are sorted by file, location and rule, regardless of the order of the files', async () => {
  const files = [
    source('b.ts', 'foo(2)'),
    source('B.ts', 'foo(1); foo(2)'),
    source('a/z.ts', 'foo()'),
  ];
  const rules = await ruleOf(FOO);
  const there = await scanFiles(rules, files);
  const back = await scanFiles(rules, [...files].toReversed());
  expect(back.witnesses).toEqual(there.witnesses);
  expect(places(there.witnesses)).toEqual([
    'B.ts:1:1-1:7',
    'B.ts:1:9-1:15',
    'a/z.ts:1:1-1:6',
    'b.ts:1:1-1:7',
  ]);
});

test('without rules or files, the result is empty and has no error', async () => {
  const nothing = { witnesses: [], skipped: [], errors: [], broken: [] };
  expect(await scanFiles([], [source('a.ts', 'foo(1)')])).toEqual(nothing);
  expect(await scanFiles(await ruleOf(FOO), [])).toEqual(nothing);
});
