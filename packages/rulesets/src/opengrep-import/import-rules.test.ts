import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '@refbench/test-helpers';
import { readOpengrepRules } from '@refbench/rule-engine';

test('a rule whose id is taken gets a number as a suffix', async () => {
  const rule = (id: string, pattern: string): object => ({ id, languages: ['js'], pattern });
  const first = { rules: [rule('same', 'old($X)'), rule('same-2', 'other($X)')] };
  await using folder = await folderOf({
    'rules_negative.yml': JSON.stringify(first),
    'rules_positive.yml': JSON.stringify({ rules: [rule('same', 'fresh($X)')] }),
  });
  const files = ['rules_negative.yml', 'rules_positive.yml'];
  const rules = await readOpengrepRules(files.map((file) => join(folder.path, file)));
  expect(rules.map(({ id, definition }) => [id, definition['id'], definition['pattern']])).toEqual([
    ['same', 'same', 'old($X)'],
    ['same-2', 'same-2', 'other($X)'],
    ['same-3', 'same-3', 'fresh($X)'],
  ]);
});
