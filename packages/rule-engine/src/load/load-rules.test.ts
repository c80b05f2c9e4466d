import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '@refbench/test-helpers';
import { loadRules } from './load-rules.ts';

const sound = 'id: a\nlanguage: ts\nrule: { pattern: foo($A) }\n';
const faulty = 'id: b\nlanguage: ts\nrule: { kind: no_such_kind }\n';

test('loading rules again returns the same rules, and a faulty rule never counts as checked', async () => {
  await using folder = await folderOf({ 'rules/a.yml': sound, 'faulty/b.yml': faulty });
  const options = { cacheDir: join(folder.path, 'cache') };
  const first = await loadRules(join(folder.path, 'rules'), options);
  const again = await loadRules(join(folder.path, 'rules'), options);
  expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  for (let round = 0; round < 2; round += 1) {
    await expect(loadRules(join(folder.path, 'faulty'), options)).rejects.toThrow('rule "b"');
  }
});
