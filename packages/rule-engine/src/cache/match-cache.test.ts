import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folderOf } from '@refbench/test-helpers';
import { rulesetOf } from '../rules.testkit.ts';
import type { Rule } from '../rule/rule.ts';
import { scanTree } from '../scan/scan-tree.ts';
import { repositoryOf } from './recorded-tree.testkit.ts';

const { additive: rules } = await rulesetOf({
  'additive/rules.yml': [
    'id: call\nlanguage: ts\nrule: { pattern: foo($A) }',
    'id: name\nlanguage: ts\nrule: { kind: identifier, regex: ^bar }',
    'id: words\nlanguage: text\nrule: { regex: "foo|bar" }',
  ].join('\n---\n'),
});

const FILES = { 'a.ts': 'foo(1); bar', 'b.ts': 'x', 'c.ts': 'bar = (', 'd.md': 'foo' };

async function scan(
  some: readonly Rule[],
  files: Readonly<Record<string, string>>,
  cacheDir?: string,
  parseAll = false,
) {
  const { repository, tree, read } = repositoryOf(files);
  const result = await scanTree(some, repository, tree, { cacheDir, parseAll, scanners: 1 });
  return { result, read };
}

test('cached files are not read again, and the result is the same', async () => {
  await using folder = await folderOf({});
  const cold = await scan(rules, FILES, folder.path);
  expect(cold.read).toHaveLength(4);
  expect(cold.result).toEqual((await scan(rules, FILES)).result);
  expect(cold.result.broken).toEqual(['c.ts']);
  const warm = await scan(rules, FILES, folder.path);
  expect(warm).toEqual({ result: cold.result, read: [] });
});

test('a new rule reads all files, and all rules read a changed file, but nothing else is read', async () => {
  await using folder = await folderOf({});
  const [first, ...others] = rules;
  if (first === undefined) throw new Error('no rule');
  await scan([first], FILES, folder.path);
  expect((await scan([first, ...others.slice(0, 1)], FILES, folder.path)).read).toHaveLength(3);
  const changed = { ...FILES, 'b.ts': 'foo(2)' };
  const later = await scan(rules.slice(0, 2), changed, folder.path);
  expect(later.read).toEqual(['foo(2)']);
  expect(later.result).toEqual((await scan(rules.slice(0, 2), changed)).result);
});

test('content under another path is found in the cache, but `files` and `ignores` still apply', async () => {
  await using folder = await folderOf({});
  const scope = { includes: (path: string) => !path.startsWith('old/') };
  const scoped = rules.map((rule) => ({ ...rule, scope }));
  await scan(rules, { 'a.ts': 'foo(1)' }, folder.path);
  const moved = await scan(scoped, { 'old/a.ts': 'foo(1)', 'new.ts': 'foo(1)' }, folder.path);
  expect(moved.read).toEqual([]);
  expect(moved.result.witnesses.map(({ file }) => file)).toEqual(['new.ts', 'new.ts']);
});

test('a rule that failed on a file is run again', async () => {
  await using folder = await folderOf({});
  const faulty = rules.slice(0, 1).map((rule) => ({ ...rule, matcher: { rule: { kind: 'no' } } }));
  const first = await scan(faulty, { 'a.ts': 'x' }, folder.path);
  expect(first.result.errors).toHaveLength(1);
  expect(await scan(faulty, { 'a.ts': 'x' }, folder.path)).toEqual(first);
});

test('files with a syntax error are reported equally with and without the cache', async () => {
  await using folder = await folderOf({});
  const files = { 'a.ts': 'foo(', 'b.ts': 'let = (' };
  for (const parseAll of [false, true, true, false]) {
    const expected = parseAll ? ['a.ts', 'b.ts'] : ['a.ts'];
    const { result } = await scan(rules.slice(0, 1), files, folder.path, parseAll);
    expect(result.broken).toEqual(expected);
  }
});

test('many segments are merged into one', async () => {
  await using folder = await folderOf({});
  for (let index = 0; index < 12; index += 1) {
    await scan(rules, { 'a.ts': `foo(${index})` }, folder.path);
  }
  expect((await readdir(folder.path)).length).toBeLessThan(9);
  for (let index = 0; index < 12; index += 1) {
    expect((await scan(rules, { 'a.ts': `foo(${index})` }, folder.path)).read).toEqual([]);
  }
});

test(
  'whatever happens to its files, the cache changes no result',
  { timeout: 120_000 },
  async () => {
    const expected = (await scan(rules, FILES)).result;
    const damage = fc.oneof(
      fc.record({
        kind: fc.constant('cut' as const),
        at: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      fc.record({
        kind: fc.constant('flip' as const),
        at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      }),
      fc.record({ kind: fc.constant('foreign' as const), at: fc.constant(0) }),
    );
    await fc.assert(
      fc.asyncProperty(damage, async ({ kind, at }) => {
        await using folder = await folderOf({});
        await scan(rules, FILES, folder.path);
        const [name = ''] = await readdir(folder.path);
        const path = join(folder.path, name);
        const bytes = await readFile(path);
        const place = Math.floor(at * bytes.length);
        if (kind === 'flip') bytes[place] = (bytes[place] ?? 0) ^ 1;
        const left = kind === 'cut' ? bytes.subarray(0, place) : bytes;
        await writeFile(path, kind === 'foreign' ? '{"format":1}\nnull\n' : left);
        expect((await scan(rules, FILES, folder.path)).result).toEqual(expected);
      }),
      { numRuns: 8 },
    );
  },
);
