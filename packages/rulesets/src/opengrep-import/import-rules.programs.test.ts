import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '@refbench/test-helpers';
import { contextOfTrees, loadRuleset, type SourceFile } from '@refbench/rule-engine';
import { opengrepRules, testEngines, text } from '../rulesets.testkit.ts';
import { importRules } from './import-rules.ts';
import { writeRules } from './write-rules.ts';

const treeOf = (...files: readonly SourceFile[]) => ({
  name: 'tree',
  unreadable: [],
  async *files() {
    for (const file of files) yield { executable: false, ...file };
  },
  [Symbol.asyncDispose]: async () => undefined,
});

const context = contextOfTrees({
  base: treeOf(text('a.js', 'old(1);\nold(2);\nboth()\n')),
  golden: treeOf(text('a.js', 'fresh(1);\nboth()\n')),
});

test('rules that satisfy the contract become a ruleset', async () => {
  const rules = opengrepRules(
    { id: 'Old.call', pattern: 'old($X)' },
    { id: 'fresh', pattern: 'fresh($X)', metadata: { note: 'kept' } },
    { id: 'both', pattern: 'both()' },
    { id: 'broken', pattern: 'foo(((' },
  );
  const imported = await importRules(rules, context, { engines: testEngines() });
  expect(imported.map(({ rule, status, counts }) => [rule.id, rule.side, status, counts])).toEqual([
    ['Old.call', 'reductive', 'ok', { base: 2, golden: 0 }],
    ['fresh', 'additive', 'ok', { base: 0, golden: 1 }],
    ['both', 'additive', 'invalid', { base: 1, golden: 1 }],
    ['broken', 'additive', 'invalid', { base: null, golden: null }],
  ]);
  expect(imported[2]?.reason).toContain('both');
  expect(imported[3]?.reason).toContain('Rule parse error');
  await using folder = await folderOf({});
  await writeRules(imported, folder.path);
  expect(await readdir(join(folder.path, 'additive'))).toEqual(['fresh.yml']);
  const ruleset = await loadRuleset(folder.path);
  expect(ruleset.reductive.map(({ id, digest }) => [id, digest])).toEqual([
    ['Old.call', rules[0]?.digest],
  ]);
  await expect(writeRules(imported, folder.path)).rejects.toMatchObject({ kind: 'usage' });
});

test('the published name of a file determines the side', async () => {
  const [rule] = opengrepRules({ pattern: 'old($X)' });
  if (rule === undefined) throw new Error('no rule');
  const named = { ...rule, file: 'x/rules_positive.yml' };
  const [imported] = await importRules([named], context, { engines: testEngines() });
  expect(imported).toMatchObject({ status: 'invalid', rule: { side: 'additive' } });
});
