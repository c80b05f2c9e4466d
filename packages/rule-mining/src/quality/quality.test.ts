import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadRuleset } from '@refbench/rule-engine';
import { expect, onTestFinished, test } from 'vitest';
import { contextOf } from '../change.testkit.ts';
import { parseSource } from '../syntax/parse-source.ts';
import { suggestRules, writeSuggestion } from '../suggest/suggest-rules.ts';
import { measureQuality } from './measure-quality.ts';
import { restrictiveRules } from './restrictive-rules.ts';
import { rewritten, type Rewrite } from './rewrite.ts';

const NAMES = Array.from({ length: 10 }, (_, index) => `part${index}`);

const filesWith = (call: string): Record<string, string> =>
  Object.fromEntries(
    NAMES.map((name) => [
      `src/${name}.ts`,
      `import { ${call} } from './tools.ts';\nexport function ${name}(input: string): number {\n  const value = ${call}(input, 1);\n  return value.length;\n}\n`,
    ]),
  );

test('a mined ruleset is measured', { timeout: 300_000 }, async () => {
  await using context = await contextOf(filesWith('readLegacy'), filesWith('readModern'));
  const folder = await mkdtemp(join(tmpdir(), 'refbench-quality-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeSuggestion(await suggestRules(context), folder);
  const measure = async () =>
    measureQuality(context, await loadRuleset(folder), {
      scan: {},
      seed: '7',
      splits: 1,
      limit: 20,
      restrictive: await restrictiveRules(folder),
    });
  const quality = await measure();
  expect(quality.coverage.total).toEqual({ covered: 40, total: 40 });
  expect(quality.support).toEqual({ matches: 10, files: 10 });
  expect(quality.restrictive).toBe(0);
  expect(quality.generalisation).toMatchObject({ splits: 1, precision: 1, recall: 1 });
  expect(quality.narrowness.map(({ loss }) => loss)).toEqual([0, 0, 0]);
  // Every additive rule matches a quarter of the files; no old pattern is gone before the last one.
  expect(quality.partial.map(({ ifr }) => [ifr.additive, ifr.reductive])).toEqual([
    [1, 0],
    [1, 0],
    [1, 0],
  ]);
  expect(quality.tricks.find(({ trick }) => trick === 'dead-file')?.ifrStrict.total).toBe(0);
  expect(await measure()).toEqual(quality);
});

const rewriteOf = (path: string, text: string, rewrite: Rewrite): string => {
  const parsed = parseSource({ path, bytes: Buffer.from(text) });
  if (parsed === undefined) throw new Error(`${path} has no parser`);
  return rewritten(parsed, rewrite);
};

test('local variables are renamed, members and arguments are not', () => {
  const python = 'def f(a):\n    x = a\n    return g(x, x=x).x\n';
  expect(rewriteOf('a.py', python, 'renamed-locals')).toBe(
    'def f(a):\n    xRenamed = a\n    return g(xRenamed, x=xRenamed).x\n',
  );
  const go = 'package p\n\nfunc f() int {\n\tx := a.x\n\treturn x\n}\n';
  expect(rewriteOf('a.go', go, 'renamed-locals')).toBe(
    'package p\n\nfunc f() int {\n\txRenamed := a.x\n\treturn xRenamed\n}\n',
  );
});

test('reorders imports and changes quotes and line breaks', () => {
  const text = "import a from 'a';\nimport b from 'b';\nf(a, b);\n";
  expect(rewriteOf('a.ts', text, 'reordered')).toBe(
    "import b from 'b';\nimport a from 'a';\nf(a, b);\n",
  );
  expect(rewriteOf('a.ts', text, 'reformatted')).toBe(
    'import a from "a";\nimport b from "b";\nf(\n        a, b);\n',
  );
});
