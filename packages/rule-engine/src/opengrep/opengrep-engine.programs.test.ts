import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanSources } from '../scan/scan-files.ts';
import { opengrepRules, placesOf, read, testEngines, text } from './opengrep.testkit.ts';
import { opengrepSource } from './program/program-source.ts';
import { engineOf } from './scripted-engine.testkit.ts';

const engines = testEngines();

test('locations are lines and UTF-16 columns with an exclusive end', async () => {
  const files = read(text('a.js', '"漢😀"; foo("語");\r\nfoo(\n2)\n'), text('b.py', 'foo(1)'));
  const result = await scanSources(opengrepRules({ pattern: 'foo($X)' }), files, { engines });
  expect(placesOf(result)).toEqual(['r0 a.js:1:8-1:16', 'r0 a.js:2:1-3:3']);
  expect(result).toMatchObject({ errors: [], skipped: [], broken: [] });
});

test('a location counts once for each text of the message', async () => {
  const rules = opengrepRules(
    { pattern: 'f(..., $X, ...)', message: 'passes $X' },
    { pattern: 'f(..., $X, ...)', message: 'passes something' },
  );
  const result = await scanSources(rules, read(text('a.js', 'f(1, 2)')), { engines });
  expect(placesOf(result)).toEqual(['r0 a.js:1:1-1:8', 'r0 a.js:1:1-1:8', 'r1 a.js:1:1-1:8']);
});

test('languages are found by extension or by the first line of an executable file, and JavaScript rules also read TypeScript', async () => {
  const script = '#!/usr/bin/env node\nfoo(1)';
  const files = read(
    text('a.ts', 'foo(1)'),
    { ...text('bin/run', script), executable: true },
    text('bin/plain', script),
    text('notes.txt', 'foo(1)'),
  );
  const rules = opengrepRules(
    { pattern: 'foo(1)' },
    { languages: ['generic'], pattern: 'foo(1)', paths: { include: ['notes.*'] } },
    { languages: ['regex'], 'pattern-regex': 'foo\\(', paths: { exclude: ['bin/', '*.ts'] } },
  );
  expect(placesOf(await scanSources(rules, files, { engines }))).toEqual([
    'r0 a.ts:1:1-1:7',
    'r0 bin/run:2:1-2:7',
    'r2 notes.txt:1:1-1:5',
    'r1 notes.txt:1:1-1:7',
  ]);
});

test('no file or comment in a tree hides a match', async () => {
  const files = read(
    text('.semgrepignore', '*\n'),
    text('.gitignore', '*\n'),
    text('.semgrep.yml', 'rules: []\n'),
    text('test/node_modules/a.min.js', 'foo(1) // nosem\n// nosemgrep\nfoo(2)\n'),
    text('big.js', `/* ${'x'.repeat(1_500_000)} */\nfoo(3)\n`),
  );
  const result = await scanSources(opengrepRules({ pattern: 'foo(...)' }), files, { engines });
  expect(placesOf(result)).toEqual([
    'r0 big.js:2:1-2:7',
    'r0 test/node_modules/a.min.js:1:1-1:7',
    'r0 test/node_modules/a.min.js:3:1-3:7',
  ]);
});

test('a file with a syntax error is reported and scanned as far as it can be parsed', async () => {
  const files = read(
    text('a.java', 'class A { void f() { foo(1); } } } (('),
    text('b.java', 'class'),
  );
  const rules = opengrepRules({ languages: ['java'], pattern: 'foo(1)' });
  const result = await scanSources(rules, files, { engines });
  expect(placesOf(result)).toEqual(['r0 a.java:1:22-1:28']);
  expect(result.broken).toEqual(['a.java']);
});

test('a match without a location is ignored, unless it is the only one in the file', async () => {
  const files = read(
    text('a.go', 'package p\n\nfunc f() {\n\tfoo()\n\tswitch x {\n\tcase 1:\n\t}\n}\n'),
  );
  const first = 'func $F() {\n  ...\n  foo()\n  ...\n  $S\n  ...\n}';
  const rules = opengrepRules(
    { languages: ['go'], patterns: [{ 'pattern-inside': first }, { pattern: 'foo()' }] },
    { languages: ['go'], pattern: 'switch x {\ncase 1:\n  $S\n}' },
    { languages: ['go'], pattern: 'foo()' },
  );
  const result = await scanSources(rules, files, { engines });
  expect(placesOf(result)).toEqual(['r0 a.go:4:2-4:7', 'r2 a.go:4:2-4:7']);
  expect(result.errors).toMatchObject([{ rule: 'r1', file: 'a.go' }]);
});

test('a rule that OpenGrep refuses is a separate error', async () => {
  const rules = opengrepRules({ pattern: 'foo(((' }, { pattern: 'foo(1)' });
  const files = read(text('a.js', 'foo(1)'), text('b.js', 'x'));
  const result = await scanSources(rules, files, { engines });
  expect(placesOf(result)).toEqual(['r1 a.js:1:1-1:7']);
  expect(result.errors).toHaveLength(1);
  expect(result.errors).toMatchObject([
    { rule: 'r0', file: '', reason: expect.stringContaining('Rule parse error') as string },
  ]);
});

test('files whose names no file system accepts are reported as skipped', async () => {
  const files = read(text('../a.js', 'foo(1)'), text(`${'x'.repeat(300)}.js`, 'foo(1)'));
  const result = await scanSources(opengrepRules({ pattern: 'foo(1)' }), files, { engines });
  expect(result.skipped.map(({ file }) => file.slice(0, 4))).toEqual(['../a', 'xxxx']);
});

test('concurrent scans share one process, and each gets its own result', async () => {
  const counted = await engineOf(`
echo run >> "$folder/runs"
exec ${(await opengrepSource({ stateDir: join(import.meta.dirname, '../../../../.refbench') }).program()).path} "$@"`);
  const rules = opengrepRules({ pattern: 'foo($X)', paths: { include: ['src/**'] } });
  const trees = ['foo(1)', 'x;\nfoo(2)', 'foo(1)', 'none'];
  const results = await Promise.all(
    trees.map((content) =>
      scanSources(rules, read(text('src/a.js', content)), { engines: counted.engines }),
    ),
  );
  expect(results.map(placesOf)).toEqual([
    ['r0 src/a.js:1:1-1:7'],
    ['r0 src/a.js:2:1-2:7'],
    ['r0 src/a.js:1:1-1:7'],
    [],
  ]);
  expect(await counted.runs()).toBe(1);
});

test('a glob that could depend on the layout of a batch is run on each tree separately', async () => {
  const rules = opengrepRules({ pattern: 'foo($X)', paths: { include: ['*/a.js'] } });
  const scan = (path: string, content: string) =>
    scanSources(rules, read(text(path, content), text('sub/a.js', content)), { engines });
  const results = await Promise.all([scan('a.js', 'foo(1)'), scan('a.js', 'foo(2)')]);
  expect(results.map(placesOf)).toEqual([['r0 sub/a.js:1:1-1:7'], ['r0 sub/a.js:1:1-1:7']]);
});
